import * as z from 'zod/mini';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { demoUserIdSchema } from '../account/user.ts';
import { visitorEndpoint } from './endpoint.ts';

export const listDemoUsers = visitorEndpoint('GET /dev/users', {
  summary: 'The users of the demo; there is no such address where the demo is off',
  reply: z.object({
    users: z.array(
      z.object({
        sub: demoUserIdSchema,
        name: z.string(),
        email: z.string(),
        /** The user's role in the demo. */
        role: z.enum(['buyer', 'seller', 'administrator']),
      }),
    ),
  }),
  /** `origin-refused`: the demo answers on its machine and in its private network only. */
  errors: ['not-found'],
});

export const createDemoCredential = visitorEndpoint('POST /dev/credentials', {
  summary: 'Issues a credential for an id that begins with `demo-`; absent where the demo is off',
  body: z.strictObject({
    sub: demoUserIdSchema,
    name: lineSchema(1, MAX_NAME_LENGTH),
    email: lineSchema(1, MAX_EMAIL_LENGTH),
  }),
  reply: z.object({ credential: z.string() }),
  /** `origin-refused`: the demo answers on its machine and in its private network only. */
  errors: ['not-found'],
});

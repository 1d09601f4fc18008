import * as z from 'zod/mini';
import { MAX_PASSWORD_LENGTH } from '../limits.ts';
import { passkeyRequestSchema } from '../account/passkeys.ts';
import { visitorEndpoint } from './endpoint.ts';

export const login = visitorEndpoint('POST /api/login', {
  summary:
    'The administrator’s password for a token; after five failures an address is blocked for `retryAfter` seconds',
  body: z.strictObject({ password: z.string().check(z.maxLength(MAX_PASSWORD_LENGTH)) }),
  /**
   * With `passkey`, the token is pending: valid for ten minutes, and for the second step only. Without `passkey`, none is registered yet.
   */
  reply: z.object({ token: z.string(), passkey: z.optional(passkeyRequestSchema) }),
  /**
   * `forbidden`: a listed administrator must be signed in to the shop as well; the password was not checked. `origin-refused`: the call came
   * without https where the shop has an https address.
   */
  errors: ['wrong-password', 'forbidden'],
});

export const logout = visitorEndpoint('DELETE /api/login', {
  summary: 'Ends the administrator’s token that the call carries; repeated, it does nothing',
});

export const verifyToken = visitorEndpoint('POST /api/verify-token', {
  summary: 'Whether an administrator’s token is good',
  /** Anything but a valid token is reported as invalid, without an error. */
  body: z.object({ token: z.optional(z.unknown()) }),
  readsApart: ['token'],
  reply: z.object({ valid: z.boolean() }),
});

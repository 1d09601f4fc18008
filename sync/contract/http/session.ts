import * as z from 'zod/mini';
import { userSchema } from '../account/user.ts';
import { adminEndpoint, userEndpoint, visitorEndpoint } from './endpoint.ts';

/** A device that is signed in. */
export const sessionSchema = z.object({
  id: z.string(),
  /** Read from the `User-Agent` in coarse words, such as "Firefox" and "Android"; null when unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; up to an hour behind for shoppers. */
  last_used_at: z.string(),
  /** Where it was last used, such as "203.0.113.0/24"; null when unknown. */
  network: z.nullable(z.string()),
  /** The session of this call. */
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionSchema>;

export const getSignIn = visitorEndpoint('GET /api/session/sign-in', {
  summary: 'Which identity provider signs in here, and a nonce for its credential, valid once and for ten minutes',
  reply: z.object({
    /** `none`: no provider is configured, so signing in is impossible. */
    provider: z.enum(['google', 'demo', 'none']),
    clientId: z.nullable(z.string()),
    nonce: z.string(),
  }),
});

const signedInShape = {
  /** A signed token for display only: sub, name, email, image, exp. No call accepts it. */
  auth_token: z.string(),
  user: userSchema,
  /** Listed administrator: shows the link to the admin panel, grants nothing. */
  isAdmin: z.boolean(),
};

export const createSession = visitorEndpoint('POST /api/session', {
  summary: 'Verifies a credential and opens a session, in a cookie or, with transport=bearer, in the reply',
  query: z.strictObject({ transport: z._default(z.enum(['cookie', 'bearer']), 'cookie') }),
  body: z.strictObject({ credential: z.string().check(z.minLength(1), z.maxLength(8_192)) }),
  reply: z.object({
    ...signedInShape,
    /** For `Authorization: Bearer` of non-browser clients. */
    bearer: z.optional(z.string()),
  }),
  errors: ['credential-refused'],
});

export const openChatSession = adminEndpoint('chat', 'POST /api/session/chats', {
  summary:
    'Opens a session, in a cookie, by which the administrator answers chats; it ends with their token, their role or the logout',
  reply: z.object(signedInShape),
});

export const getSession = userEndpoint('GET /api/session', {
  summary: 'Who is signed in',
  reply: z.object({ user: userSchema, isAdmin: z.boolean() }),
});

export const listSessions = userEndpoint('GET /api/sessions', {
  summary: 'The devices on which the caller is signed in, the most recently used first',
  reply: z.object({ sessions: z.array(sessionSchema) }),
});

export const revokeSession = userEndpoint('DELETE /api/sessions/{id}', {
  summary: 'Signs one of the caller’s devices out, at once',
  /** `not-found`: no session of the caller, or it has ended already. */
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
});

export const revokeSessions = userEndpoint('DELETE /api/sessions', {
  summary: 'Signs the caller out on all other devices, or on all; repeated, it does nothing',
  query: z.strictObject({ scope: z._default(z.enum(['others', 'all']), 'others') }),
});

export const deleteSession = visitorEndpoint('DELETE /api/session', {
  summary: 'Signs out; repeated, it does nothing',
  query: z.strictObject({ everywhere: z.optional(z.enum(['0', '1'])) }),
});

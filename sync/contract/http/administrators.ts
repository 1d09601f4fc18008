import * as z from 'zod/mini';
import { MAX_ADMIN_NAME_LENGTH, MAX_TOKEN_LENGTH } from '../limits.ts';
import {
  passkeyAttestationSchema,
  passkeyAssertionSchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
} from '../account/passkeys.ts';
import { adminRolesSchema } from '../account/roles.ts';
import { idSchema } from '../account/user.ts';
import { adminEndpoint, visitorEndpoint } from './endpoint.ts';
import { sessionSchema } from './session.ts';

/** The name of a person or of a passkey: one line without leading or trailing space. */
export const adminNameSchema = z
  .string()
  .check(
    z.maxLength(MAX_ADMIN_NAME_LENGTH),
    z.regex(/^(?=\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*(?<=\S)$/u, 'must be a name on one line'),
  );
/** Ids of passkeys, chosen by authenticators; at most 1,023 bytes in base64url. */
const passkeyIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be the id of a passkey'));
const administratorParams = z.object({ id: idSchema });
const secretSchema = z.string().check(z.minLength(1), z.maxLength(MAX_TOKEN_LENGTH));
const codesSchema = z.array(z.string());

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; null: not used since its registration. */
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** The shop login by which an administrator answers chats; null: none, or deleted. */
const chatLoginSchema = z.nullable(z.object({ name: z.string(), email: z.string() }));
export type ChatLogin = z.infer<typeof chatLoginSchema>;

const personShape = { id: z.string(), name: z.string(), roles: adminRolesSchema, passkeys: z.array(passkeySchema) };

export const administratorSchema = z.object({
  ...personShape,
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601: until when the link for a passkey is valid; null: no unused link. */
  link_expires_at: z.nullable(z.string()),
  chat_login: chatLoginSchema,
});
export type Administrator = z.infer<typeof administratorSchema>;

/** A one-time link, shown once; the page’s address is that of `toRegistrationPath(secret)`. */
const linkShape = { secret: z.string(), expires_at: z.string() };

/** The caller. An administrator without a name has `isNameless`, null for id and name, and all rights: no passkey is registered yet. */
export const ownAccessSchema = z.object({
  ...personShape,
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  isNameless: z.boolean(),
  recovery_codes_left: z.int(),
  chat_login: chatLoginSchema,
});
export type OwnAccess = z.infer<typeof ownAccessSchema>;

/** A device on which an administrator is logged in; the time of its last use lags by up to five minutes. */
export const adminSessionSchema = z.extend(sessionSchema, {
  /** Null: an administrator without a name. */
  administrator: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type AdminSessionEntry = z.infer<typeof adminSessionSchema>;

export const loginWithPasskey = visitorEndpoint('POST /api/login/passkey', {
  summary: 'The second step of a login: a passkey’s response for a token; the call carries the pending token as bearer',
  body: z.strictObject({ response: passkeyAssertionSchema }),
  reply: z.object({ token: z.string() }),
  /** `unauthorized`: the token has expired, or had too many tries; log in again. */
  takesToken: true,
  errors: ['passkey-refused', 'passkey-cloned'],
});

export const retryPasskeyLogin = visitorEndpoint('POST /api/login/passkey/options', {
  summary: 'New options for a passkey, after a rejected one; the call carries the pending token as bearer',
  reply: z.object({ passkey: passkeyRequestSchema }),
  takesToken: true,
});

export const loginWithRecoveryCode = visitorEndpoint('POST /api/login/recovery', {
  summary: 'A recovery code instead of a passkey; each is valid once. The call carries the pending token as bearer',
  body: z.strictObject({ code: z.string().check(z.maxLength(MAX_TOKEN_LENGTH)) }),
  reply: z.object({ token: z.string() }),
  takesToken: true,
  errors: ['recovery-refused'],
});

export const startRegistration = visitorEndpoint('POST /api/administrators/registration/options', {
  summary:
    'Options for a new passkey: with a link’s secret and the token of the password, or without a link a further one of the caller',
  /** `name`: the person's name, if it differs from the one that they were added with. */
  body: z.strictObject({ link: z.optional(secretSchema), name: z.optional(adminNameSchema) }),
  reply: z.object({
    passkey: passkeyCreationSchema,
    /** The person who registers. */
    administrator: z.object({ id: z.string(), name: z.string(), roles: adminRolesSchema }),
  }),
  /** `proof-needed`: without a link, the caller must have used a passkey or a recovery code within five minutes. */
  takesToken: true,
  errors: ['link-expired', 'identity-mismatch', 'proof-needed', 'name-taken'],
});

export const finishRegistration = visitorEndpoint('POST /api/administrators/registration', {
  summary: 'Registers a passkey with the token and the link of its options',
  body: z.strictObject({
    link: z.optional(secretSchema),
    name: z.optional(adminNameSchema),
    /** Describes the passkey, such as “Blue security key”. */
    passkey_name: z.optional(adminNameSchema),
    response: passkeyAttestationSchema,
  }),
  reply: z.object({
    /** The token of this device from now on: the caller’s own if that was not pending, else a new one. */
    token: z.string(),
    /** Only with the first passkey of a person; shown once. */
    recovery_codes: z.optional(codesSchema),
    administrator: ownAccessSchema,
  }),
  takesToken: true,
  errors: ['link-expired', 'identity-mismatch', 'proof-needed', 'name-taken', 'registration-refused'],
});

export const getOwnAccess = adminEndpoint('any', 'GET /api/administrators/me', {
  summary: 'Who the caller is, with roles and passkeys',
  reply: ownAccessSchema,
});

export const startProof = adminEndpoint('any', 'POST /api/administrators/me/proof/options', {
  summary: 'Options for a passkey that proves that the caller is still there',
  reply: z.object({ passkey: passkeyRequestSchema }),
  errors: ['proof-needed'],
});

export const finishProof = adminEndpoint('any', 'POST /api/administrators/me/proof', {
  summary: 'Proves by one of the caller’s passkeys that they are still there, for five minutes',
  body: z.strictObject({ response: passkeyAssertionSchema }),
  errors: ['proof-needed', 'passkey-refused', 'passkey-cloned'],
});

export const replaceRecoveryCodes = adminEndpoint('any', 'POST /api/administrators/me/recovery-codes', {
  summary: 'New recovery codes of the caller, shown once; the former ones end',
  reply: z.object({ recovery_codes: codesSchema }),
  errors: ['proof-needed'],
});

export const linkChatLogin = adminEndpoint('chat', 'PUT /api/administrators/me/chat-login', {
  summary: 'The caller answers chats by the shop login of this browser, as long as they have the role',
  reply: ownAccessSchema,
  /** `shop-login-needed`: no user is logged in to the shop in this browser. */
  errors: ['proof-needed', 'shop-login-needed'],
});

export const unlinkChatLogin = adminEndpoint('any', 'DELETE /api/administrators/me/chat-login', {
  summary: 'The caller answers chats no more: its shop login leaves all of them',
  reply: ownAccessSchema,
  errors: ['proof-needed'],
});

export const removeOwnPasskey = adminEndpoint('any', 'DELETE /api/administrators/me/passkeys/{passkey}', {
  summary: 'Removes a passkey of the caller and ends the sessions that it opened; the last one stays',
  params: z.object({ passkey: passkeyIdSchema }),
  errors: ['proof-needed', 'last-passkey'],
});

export const listAdminSessions = adminEndpoint('any', 'GET /api/administrators/sessions', {
  summary: 'Devices that are logged in, the last used first: the caller’s own, for owners those of all administrators',
  reply: z.object({ sessions: z.array(adminSessionSchema) }),
});

export const revokeAdminSession = adminEndpoint('any', 'DELETE /api/administrators/sessions/{id}', {
  summary: 'Logs a device out at once',
  /** `not-found`: not a session that the caller sees, or it has ended. */
  params: administratorParams,
});

export const listAdministrators = adminEndpoint('owner', 'GET /api/administrators', {
  summary: 'All administrators by name; one without a passkey has not registered yet',
  reply: z.object({ administrators: z.array(administratorSchema) }),
});

export const addAdministrator = adminEndpoint('owner', 'POST /api/administrators', {
  summary: 'Adds an administrator; the link registers their first passkey, once and within 24 hours',
  body: z.strictObject({ name: adminNameSchema, roles: adminRolesSchema }),
  reply: z.object({ administrator: administratorSchema, ...linkShape }),
  errors: ['proof-needed', 'name-taken'],
});

export const editAdministrator = adminEndpoint('owner', 'PATCH /api/administrators/{id}', {
  summary: 'Changes the name or the roles of an administrator; what was not given stays',
  params: administratorParams,
  body: z.strictObject({ name: z.optional(adminNameSchema), roles: z.optional(adminRolesSchema) }),
  reply: administratorSchema,
  errors: ['proof-needed', 'name-taken', 'last-owner'],
});

export const revokeAdministrator = adminEndpoint('owner', 'DELETE /api/administrators/{id}', {
  summary: 'Revokes an administrator: passkeys, codes, links, sessions and sockets end at once',
  params: administratorParams,
  errors: ['proof-needed', 'last-owner'],
});

export const createRegistrationLink = adminEndpoint('owner', 'POST /api/administrators/{id}/link', {
  summary: 'A new link for an administrator who has lost their passkeys or the former link, which ends',
  params: administratorParams,
  reply: z.object(linkShape),
  errors: ['proof-needed'],
});

export const removePasskey = adminEndpoint('owner', 'DELETE /api/administrators/{id}/passkeys/{passkey}', {
  summary: 'Removes a passkey of an administrator and ends the sessions that it opened',
  params: z.object({ id: idSchema, passkey: passkeyIdSchema }),
  /** `last-passkey`: callers cannot remove their own last one. */
  errors: ['proof-needed', 'last-passkey'],
});

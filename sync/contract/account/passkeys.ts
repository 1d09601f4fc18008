import * as z from 'zod/mini';

/** Longest member of a passkey's response, in characters: an attestation with a certificate chain is below 10,000. */
const MAX_MEMBER_LENGTH = 16_384;

const memberSchema = z.string().check(z.maxLength(MAX_MEMBER_LENGTH));
const credentialShape = {
  id: memberSchema,
  rawId: memberSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

const transportSchema = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const credentialIdSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(transportSchema)),
});
const userVerificationSchema = z.literal('required');

/** Options of `navigator.credentials.get` as JSON (WebAuthn Level 3). Lists no passkeys, to reveal none. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rpId: z.string(),
  userVerification: userVerificationSchema,
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** Options of `navigator.credentials.create` as JSON (WebAuthn Level 3). */
export const passkeyCreationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.array(credentialIdSchema),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: userVerificationSchema }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

/** What `navigator.credentials.get` returns, as JSON. */
export const passkeyAssertionSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: memberSchema,
    authenticatorData: memberSchema,
    signature: memberSchema,
    userHandle: z.optional(memberSchema),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

/** What `navigator.credentials.create` returns, as JSON. */
export const passkeyAttestationSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: memberSchema,
    attestationObject: memberSchema,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestationSchema>;

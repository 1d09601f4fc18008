import * as z from 'zod/mini';
import { MAX_EMAIL_LENGTH, MAX_LINK_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts';
import { lineSchema } from '#contract/text/text-schemas.ts';
import { idSchema } from '#contract/account/user.ts';
import type { User } from '#contract/account/user.ts';

/** A user as verified by an identity provider. */
export interface VerifiedIdentity {
  readonly user: User;
  readonly issuer: string;
  /** Issued by the shop; makes the credential valid for one session. */
  readonly nonce: string;
}

/** The port to an identity provider. */
export interface CredentialVerifier {
  readonly issuer: string;
  /** @throws ApiError credential-refused */
  verify(credential: string): Promise<VerifiedIdentity>;
}

const claimsSchema = z.object({
  sub: idSchema,
  nonce: z.string().check(z.minLength(1), z.maxLength(200)),
  email: lineSchema(1, MAX_EMAIL_LENGTH),
  // Only displayed, so a malformed value does not block signing in.
  name: z.optional(z.unknown()),
  picture: z.optional(z.unknown()),
});

const nameSchema = lineSchema(1, MAX_NAME_LENGTH);
const imageSchema = z.url({ protocol: /^https$/ }).check(z.maxLength(MAX_LINK_LENGTH));

/** Reads the claims of a verified credential; returns undefined when a required one is missing or malformed. */
export function readIdentity(payload: unknown, issuer: string): VerifiedIdentity | undefined {
  const parsed = claimsSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { sub, nonce, email } = parsed.data;
  const name = nameSchema.safeParse(parsed.data.name).data ?? email;
  const picture = imageSchema.safeParse(parsed.data.picture).data ?? '';
  return { user: { sub, name, email, picture }, issuer, nonce };
}

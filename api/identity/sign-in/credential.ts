import * as z from 'zod/mini';
import { MAX_EMAIL_LENGTH, MAX_LINK_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts';
import { lineSchema } from '#contract/text/text-schemas.ts';
import { idSchema } from '#contract/user.ts';
import type { User } from '#contract/user.ts';

/** Who somebody is, as an identity provider vouches for it. */
export interface VerifiedIdentity {
  readonly user: User;
  readonly issuer: string;
  /** One of ours, which makes the credential good for one session. */
  readonly nonce: string;
}

/** Port of identity providers. */
export interface CredentialVerifier {
  /** Names the provider. */
  readonly issuer: string;
  /** @throws ApiError credential-refused */
  verify(credential: string): Promise<VerifiedIdentity>;
}

const claimsSchema = z.object({
  sub: idSchema,
  nonce: z.string().check(z.minLength(1), z.maxLength(200)),
  email: lineSchema(1, MAX_EMAIL_LENGTH),
  // What is only shown must not keep anybody out.
  name: z.optional(z.unknown()),
  picture: z.optional(z.unknown()),
});

const nameSchema = lineSchema(1, MAX_NAME_LENGTH);
const pictureSchema = z.url({ protocol: /^https$/ }).check(z.maxLength(MAX_LINK_LENGTH));

/** Reads the claims of a credential whose signature is good; undefined if one that counts is missing or malformed. */
export function readIdentity(payload: unknown, issuer: string): VerifiedIdentity | undefined {
  const parsed = claimsSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { sub, nonce, email } = parsed.data;
  const name = nameSchema.safeParse(parsed.data.name).data ?? email;
  const picture = pictureSchema.safeParse(parsed.data.picture).data ?? '';
  return { user: { sub, name, email, picture }, issuer, nonce };
}

import { jwtVerify, SignJWT } from 'jose';
import { ApiError } from '#contract/http/errors.ts';
import { SIGN_IN_MINUTES } from '#contract/limits.ts';
import { demoUserIdSchema } from '#contract/account/user.ts';
import type { User } from '#contract/account/user.ts';
import { readIdentity } from './credential.ts';
import type { CredentialVerifier } from './credential.ts';
import type { Nonces } from './nonces.ts';

/** `.invalid` is reserved (RFC 2606), so the name cannot be registered. */
export const DEMO_ISSUER = 'https://demo.invalid';
const AUDIENCE = 'hexlime-demo';

/** An identity provider that confirms whichever user the caller claims to be. */
export interface DemoIdentity extends CredentialVerifier {
  createCredential(user: Pick<User, 'sub' | 'name' | 'email'>, browser: string): Promise<string>;
}

export function createDemoIdentity(key: Buffer, nonces: Nonces, now: () => number): DemoIdentity {
  return {
    issuer: DEMO_ISSUER,
    createCredential({ sub, name, email }, browser) {
      const issuedAt = Math.floor(now() / 1_000);
      return new SignJWT({ name, email, nonce: nonces.create(browser) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(sub)
        .setIssuer(DEMO_ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + SIGN_IN_MINUTES * 60)
        .sign(key);
    },
    async verify(credential) {
      const { payload } = await jwtVerify(credential, key, {
        algorithms: ['HS256'],
        issuer: DEMO_ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat'],
        currentDate: new Date(now()),
      }).catch((error: unknown) => {
        throw new ApiError('credential-refused', error instanceof Error ? error.message : undefined);
      });
      const identity = readIdentity(payload, DEMO_ISSUER);
      if (!identity || !demoUserIdSchema.safeParse(identity.user.sub).success) throw new ApiError('credential-refused');
      return identity;
    },
  };
}

import { jwtVerify } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { ApiError } from '#contract/http/errors.ts';
import { readIdentity } from './credential.ts';
import type { CredentialVerifier } from './credential.ts';

/** Google writes its issuer in two ways; accounts are stored under this one. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';
const ISSUERS = [GOOGLE_ISSUER, 'accounts.google.com'];

/** Verifies credentials of Google's sign-in button for one client id. */
export function createGoogleCredentials(
  clientId: string,
  keys: JWTVerifyGetKey,
  now: () => number,
): CredentialVerifier {
  return {
    issuer: GOOGLE_ISSUER,
    async verify(credential) {
      const { payload } = await jwtVerify(credential, keys, {
        algorithms: ['RS256'],
        issuer: ISSUERS,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce', 'email'],
        maxTokenAge: '1h',
        clockTolerance: 60,
        currentDate: new Date(now()),
      }).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        throw new ApiError('credential-refused', error instanceof Error ? error.message : undefined);
      });
      const identity = readIdentity(payload, GOOGLE_ISSUER);
      // A token for several applications, or requested by another one, is not meant for the shop.
      const isOurs = payload.aud === clientId && (payload['azp'] === undefined || payload['azp'] === clientId);
      if (!identity || !isOurs || payload['email_verified'] !== true) throw new ApiError('credential-refused');
      return identity;
    },
  };
}

import { SignJWT } from 'jose';
import { MAX_SESSION_DAYS } from '#contract/limits.ts';
import type { User } from '#contract/user.ts';

/** A token that a page may read and show who is signed in; nothing accepts it as proof of that. Ends with the longest session. */
export function createDisplayToken(key: Uint8Array, user: User, atMs: number): Promise<string> {
  const issuedAt = Math.floor(atMs / 1_000);
  return new SignJWT({ name: user.name, email: user.email, picture: user.picture })
    .setProtectedHeader({ alg: 'HS256', typ: 'display+jwt' })
    .setSubject(user.sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + MAX_SESSION_DAYS * 86_400)
    .sign(key);
}

import { createECDH } from 'node:crypto';
import { isLoopback } from '../config/config.ts';
import { isPublicAddress, literalAddressOf } from '../http/public-address.ts';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64URL = /^[\w-]+={0,2}$/;

/**
 * Whether a URL may be a push service: https on the default port, no private network address, no credentials. Names are resolved when a
 * message is sent. A demo also accepts http on the loopback interface, for tests.
 */
export function isPushEndpoint(text: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  const address = literalAddressOf(url);
  if (allowsLoopback && url.protocol === 'http:') return isLoopback(url.hostname);
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return address === undefined ? url.hostname.includes('.') : isPublicAddress(address);
}

/** Whether the keys are valid for a subscription: a point on the curve and a secret of the right length. */
export function arePushKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  if (!BASE64URL.test(p256dh) || !BASE64URL.test(auth)) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  const own = createECDH(CURVE);
  own.generateKeys();
  try {
    return own.computeSecret(point).length > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY') return false;
    throw error;
  }
}

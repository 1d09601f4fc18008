import { createECDH } from 'node:crypto';
import { isLoopback } from '../config/loopback.ts';
import { isPushService } from './push-services.ts';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64URL = /^[\w-]+={0,2}$/;

/** Which addresses are accepted as push services. */
export interface PushEndpointRules {
  /** Hosts besides those of the known services; subdomains are included. */
  readonly addedServices: readonly string[];
  /** Whether http on the loopback interface is accepted, for tests. */
  readonly allowsLoopback: boolean;
}

/** Whether a URL belongs to a push service: https on the default port of an accepted host, without credentials. */
export function isPushEndpoint(text: string, { addedServices, allowsLoopback }: PushEndpointRules): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (allowsLoopback && url.protocol === 'http:') return isLoopback(url.hostname);
  return url.protocol === 'https:' && url.port === '' && isPushService(url.hostname, addedServices);
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

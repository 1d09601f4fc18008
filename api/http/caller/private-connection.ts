import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/loopback.ts';
import { requiresHttps } from '../headers/strict-transport.ts';
import { hostNameOf, isEncrypted, isKnownPlain } from './client-address.ts';

type Settings = Pick<Config, 'publicUrl' | 'trustedProxies'>;

/**
 * Checks that a password, a credential or a token may be sent over the connection of a request: encrypted where the shop has an https address,
 * otherwise within this machine. @throws ApiError origin-refused
 */
export function requirePrivate(request: IncomingMessage, { publicUrl, trustedProxies }: Settings): void {
  if (requiresHttps(publicUrl)) {
    if (isEncrypted(request, trustedProxies)) return;
    throw new ApiError(
      'origin-refused',
      'Logging in needs https. Behind a proxy, set TRUSTED_PROXIES and let the proxy send X-Forwarded-Proto.',
    );
  }
  if (isLoopback(hostNameOf(request))) return;
  throw new ApiError(
    'origin-refused',
    'Logging in needs https: open the shop under an https address that PUBLIC_URL names, or on this machine.',
  );
}

/** Rejects a call if the shop has an https address and a trusted proxy says that the call came over http. @throws ApiError origin-refused */
export function rejectPlain(request: IncomingMessage, { publicUrl, trustedProxies }: Settings): void {
  if (requiresHttps(publicUrl) && isKnownPlain(request, trustedProxies)) {
    throw new ApiError('origin-refused', 'This call needs https.');
  }
}

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Whom passkeys are for (WebAuthn): a domain, and the origin whose pages may use them. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of a request: that of the public origin, or localhost. An IP address is no domain, so pages at 127.0.0.1 have
 * the relying party of http://localhost with their port, where their passkeys work.
 */
export function relyingPartyOf({ headers }: IncomingMessage, publicUrl: string | undefined): RelyingParty {
  const local = `http://localhost${/:\d+$/.exec(headers.host ?? '')?.[0] ?? ''}`;
  // The caller may send any number as the port.
  return toRelyingParty(publicUrl ?? (URL.canParse(local) ? local : 'http://localhost'));
}

/** Returns the relying party of an origin. */
export function toRelyingParty(origin: string): RelyingParty {
  const url = new URL(origin);
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

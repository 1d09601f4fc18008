import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../http/caller/public-address.ts';

/** How long a push service may take to answer. */
export const PUSH_TIMEOUT_MS = 10_000;

/** A request to a push service. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | null;
}

/**
 * Sends a request and returns the status of the reply. Redirects are not followed. A host name that resolves to a private network is
 * rejected while connecting, so that its address cannot change between the check and the connection.
 * @throws Error when the connection fails or no reply arrives in time
 */
export function sendPush({ endpoint, headers, body }: PushRequest, signal: AbortSignal): Promise<number> {
  const isSecure = endpoint.startsWith('https:');
  const send = isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      endpoint,
      {
        method: 'POST',
        headers: { ...headers },
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PUSH_TIMEOUT_MS)]),
        ...(isSecure && { lookup: lookupPublic }),
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = publicAddresses;
    if (!first) return callback(new Error(`${hostname} has no public address`), []);
    if (options.all) callback(null, publicAddresses);
    else callback(null, first.address, first.family);
  });
};

import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../http/public-address.ts';

const TIMEOUT_MS = 10_000;

/** A request to a push service. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | null;
}

/**
 * Sends a request and gives the status of its answer, whose body nobody needs. Redirections are not followed, and a name that leads into an
 * inner network is refused when it is connected to, so that it cannot be another one than was checked.
 * @throws Error when there is no answer in time
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
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
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
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return callback(new Error(`${hostname} is no address of the public internet`), []);
    if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

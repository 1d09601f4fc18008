import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ApiError } from '#contract/http/errors.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';
import { isPublicAddress, literalAddressOf } from '../http/caller/public-address.ts';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: 'image/webp,image/png,image/jpeg', 'accept-encoding': 'identity', 'user-agent': 'Hexlime' };

/** Where links may lead. */
export interface LinkRules {
  /** Allowed ports as `URL.port`: the default port of a scheme is empty. */
  readonly ports: ReadonlySet<string>;
  /** Whether an IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: (hostName: string) => Promise<LookupAddress[]>;
  readonly timeoutMs: number;
}

export const PUBLIC_LINKS: LinkRules = {
  ports: new Set(['', '80', '443']),
  isAllowed: isPublicAddress,
  resolve: (hostName) => lookup(hostName, { all: true }),
  timeoutMs: TIMEOUT_MS,
};

/**
 * Downloads the bytes behind a public web address. The address is checked as written, as its name is resolved for the connection, and
 * after each redirect. The download ends with the life of its caller.
 * @throws ApiError too-large; link-rejected for any other reason: the error must not tell what exists in the server's network
 */
export async function fetchLink(link: string, rules: LinkRules = PUBLIC_LINKS, life?: CallerLife): Promise<Buffer> {
  const timeout = AbortSignal.timeout(rules.timeoutMs);
  const signal = life ? AbortSignal.any([timeout, life.signal]) : timeout;
  try {
    let url = toAllowedUrl(link, rules);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await open(url, rules, signal);
      const { location } = response.headers;
      if (response.statusCode === 200) return await readAll(response);
      response.destroy();
      if (!REDIRECTS.has(response.statusCode) || location === undefined) break;
      url = toAllowedUrl(location, rules, url);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
  }
  throw linkRejected();
}

const linkRejected = () => new ApiError('link-refused');

function toAllowedUrl(link: string, { ports, isAllowed }: LinkRules, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw linkRejected();
  if (!ports.has(url.port) || url.username !== '' || url.password !== '') throw linkRejected();
  const address = literalAddressOf(url);
  // A literal address is not resolved, so it is checked here.
  if (address !== undefined && !isAllowed(address)) throw linkRejected();
  return url;
}

function open(url: URL, rules: LinkRules, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = { agent: false, headers: HEADERS, signal, lookup: createLookup(rules) };
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const { remoteAddress = '' } = response.socket;
      if (rules.isAllowed(remoteAddress)) resolve(response);
      else outgoing.destroy(linkRejected());
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Resolves and checks a name for the connection itself, so that a second lookup cannot return another address. */
const createLookup =
  ({ resolve, isAllowed }: LinkRules): LookupFunction =>
  (hostName, options, done) => {
    resolve(hostName).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address))) done(linkRejected(), []);
        else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    // Leaving the loop closes the connection.
    if (size > MAX_UPLOAD_BYTES) throw new ApiError('too-large', SERVER_SENTENCES.imageBytes);
  }
  return Buffer.concat(parts);
}

import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ApiError } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: 'image/webp,image/png,image/jpeg', 'accept-encoding': 'identity', 'user-agent': 'Hexlime' };

/** Where links may lead. */
export interface LinkRules {
  /** As in an address: empty is the usual one of its scheme. */
  readonly ports: ReadonlySet<string>;
  /** Whether an IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: (hostName: string) => Promise<LookupAddress[]>;
  readonly timeoutMs: number;
}

/** What the public can reach: nothing of this machine, of its network, or of the special ranges. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

export const PUBLIC_LINKS: LinkRules = {
  ports: new Set(['', '80', '443']),
  isAllowed: isPublicAddress,
  resolve: (hostName) => lookup(hostName, { all: true }),
  timeoutMs: TIMEOUT_MS,
};

/**
 * The bytes behind a public web address. What an address means is looked at in each step: as it is written, as its name is resolved for the
 * connection itself, and after each redirect.
 * @throws ApiError link-refused, whatever the reason is: an administrator's page must not be a way to look around in here; too-large
 */
export async function fetchLink(link: string, rules: LinkRules = PUBLIC_LINKS): Promise<Buffer> {
  const signal = AbortSignal.timeout(rules.timeoutMs);
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
  throw refused();
}

const refused = () => new ApiError('link-refused');

function toAllowedUrl(link: string, { ports, isAllowed }: LinkRules, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw refused();
  if (!ports.has(url.port) || url.username !== '' || url.password !== '') throw refused();
  const address = toLiteral(url.hostname);
  // Of a literal nothing is looked up, so it is looked at here.
  if (isIP(address) !== 0 && !isAllowed(address)) throw refused();
  return url;
}

/** The parser has written every notation of an IPv4 address as the usual one. */
const toLiteral = (hostName: string): string => hostName.replace(/^\[(.*)\]$/, '$1');

function open(url: URL, rules: LinkRules, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = { agent: false, headers: HEADERS, signal, lookup: createLookup(rules) };
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const { remoteAddress = '' } = response.socket;
      if (rules.isAllowed(remoteAddress)) resolve(response);
      else outgoing.destroy(refused());
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Resolves a name for the connection that is about to be made, so that no second answer can be another one. */
const createLookup =
  ({ resolve, isAllowed }: LinkRules): LookupFunction =>
  (hostName, options, done) => {
    resolve(hostName).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address))) done(refused(), []);
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
    // Leaving the loop ends the connection.
    if (size > MAX_UPLOAD_BYTES) throw new ApiError('too-large', 'A picture may have 15 MiB at most.');
  }
  return Buffer.concat(parts);
}

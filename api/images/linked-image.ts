import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ApiError } from '#contract/http/errors.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
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
 * A link cannot be fetched. The caller learns no more than that. `reason` is shown in the list of an import's images. It is the same for a
 * private address and a name that does not exist, so that it does not reveal what is in the server's network.
 */
export class LinkRejection extends ApiError {
  readonly reason: string;

  constructor(reason: string) {
    super('link-refused');
    this.name = 'LinkRejection';
    this.reason = reason;
  }
}

/**
 * Downloads the bytes behind a public web address. The address is checked as it is written, again when its host name is resolved for the
 * connection, and after each redirect. The download ends with the life of its caller.
 * @throws ApiError too-large, CallerGoneError; LinkRejection for any other reason
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
      if (!REDIRECTS.has(response.statusCode) || location === undefined) {
        throw new LinkRejection(FIELD_LIMITS.linkStatus(response.statusCode ?? 0));
      }
      url = toAllowedUrl(location, rules, url);
    }
  } catch (error) {
    life?.requirePresent();
    if (error instanceof ApiError) throw error;
    throw timeout.aborted
      ? new LinkRejection(FIELD_PROBLEMS.linkTimeout)
      : new LinkRejection(isNoHost(error) ? FIELD_PROBLEMS.linkNotPublic : FIELD_PROBLEMS.linkUnreachable);
  }
  throw new LinkRejection(FIELD_PROBLEMS.linkRedirects);
}

const notPublic = () => new LinkRejection(FIELD_PROBLEMS.linkNotPublic);
const isNoHost = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';

function toAllowedUrl(link: string, { ports, isAllowed }: LinkRules, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw notPublic();
  if (!ports.has(url.port) || url.username !== '' || url.password !== '') throw notPublic();
  const address = literalAddressOf(url);
  // A literal address is not resolved, so it is checked here.
  if (address !== undefined && !isAllowed(address)) throw notPublic();
  return url;
}

function open(url: URL, rules: LinkRules, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = { agent: false, headers: HEADERS, signal, lookup: createLookup(rules) };
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const { remoteAddress = '' } = response.socket;
      if (rules.isAllowed(remoteAddress)) resolve(response);
      else outgoing.destroy(notPublic());
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
        if (!first || !addresses.every(({ address }) => isAllowed(address))) done(notPublic(), []);
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

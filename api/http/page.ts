import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createBrotliDecompress } from 'node:zlib';
import { isCompressible } from '#contract/http/compressible.ts';
import { SHARE_PATH } from '#contract/service-worker/share-target.ts';
import { findRoute } from '#contract/screens/find-route.ts';
import { listAdminPaths } from '#contract/screens/screens.ts';
import { plainPath } from '#contract/screens/shop-path.ts';
import type { Logger } from 'pino';
import { KILL_PATH, SELF_DESTROYING_WORKER } from './kill-service-worker.ts';
import { compressBody, prepareResponse, sendCachedResponse } from './caching/cached-response.ts';
import type { CachedResponse, ResponseParts } from './caching/cached-response.ts';
import { rejectShare } from './reject-share.ts';

/** Serves the built page. */
export interface Page {
  /** Sends the reply and returns true when the request is for a file of the page, or for any screen, even an unknown one. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Calls `fill` again for the files that it replaced when the page was loaded. */
  refill(): void;
  /** Stops compressing files that are not compressed yet. */
  stop(): void;
}

export interface PageOptions {
  /** Folder of the build; hashed files of older releases may lie beside the newest ones. */
  readonly folder: string;
  /** Headers of the document as a flat list. */
  readonly documentHeaders: readonly string[];
  /** Headers of the administration's document as a flat list. */
  readonly adminHeaders: readonly string[];
  readonly killsServiceWorker: boolean;
  readonly publicUrl: string | undefined;
  /** Name of the payment provider; the footer shows its mark if the build has one. */
  readonly paymentProvider: string;
  /** Returns the body to send in place of a file of the build; undefined: the file as it is. */
  readonly fill: (path: string, body: Buffer) => Buffer | undefined;
  readonly log: Logger;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
};

const DOCUMENT = '/index.html';
const ADMIN_DOCUMENT = '/admin.html';
const SERVICE_WORKERS: ReadonlySet<string> = new Set(['/service-worker.js', '/admin-service-worker.js']);
/** The key of the document for screens that search engines must not index; no request has such a path. */
const UNLISTED_DOCUMENT = '#/index.html';
/** Files without a URL: the build's release lists, its files for the server, and compressed copies, which stand in for originals. */
const PRIVATE_FILES = /^\/(releases[\w-]*\.json$|server\/)|\.br$/;

const ASSETS = /^\/(?:admin-)?assets\//;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const DAILY = 'public, max-age=86400';
const REVALIDATED = 'no-cache';

const ADMIN_SCREENS: ReadonlySet<string> = new Set(listAdminPaths());

/** The mark in the footer. A file with `-PROVIDER` before the ending replaces it for that payment provider. */
const PAYMENT_MARK = '/icons/crypto-payments.svg';

/** The worker that reads barcodes: WebAssembly is allowed only in it, and in no document. */
const CODE_WORKER = /^\/(?:admin-)?assets\/code-worker-[\w-]+\.js$/;
const CODE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The header of files that only our own pages may load. */
const SAME_ORIGIN = ['cross-origin-resource-policy', 'same-origin'] as const;

const NOT_BUILT = 'The page is not built yet: run "npm run build" and start again.\n';

const isAdminScreen = (path: string): boolean => ADMIN_SCREENS.has(plainPath(path));

function cacheControlOf(path: string): string {
  if (ASSETS.test(path)) return IMMUTABLE;
  return path.startsWith('/icons/') || path.startsWith('/screenshots/') ? DAILY : REVALIDATED;
}

/** Reads the build into memory. Requests are looked up by name in this map, so no path can reach any other file. */
export async function loadPage(options: PageOptions): Promise<Page> {
  const { folder, documentHeaders, adminHeaders, killsServiceWorker, publicUrl, paymentProvider, fill, log } = options;
  const replies = new Map<string, CachedResponse>();
  const compressing: (() => Promise<void>)[] = [];
  const filling: (() => void)[] = [];
  const stopping = new AbortController();

  const add = (path: string, facts: ResponseParts): void => {
    const plain = prepareResponse(facts);
    replies.set(path, plain);
    if (facts.brotli || !isCompressible(path, facts.body.length)) return;
    compressing.push(async () => {
      const brotli = await compressBody(facts.body, constants.BROTLI_MAX_QUALITY);
      // `refill` may have replaced the response meanwhile.
      if (brotli && replies.get(path) === plain) replies.set(path, prepareResponse({ ...facts, brotli }));
    });
  };

  const headersOf = (path: string): readonly string[] => {
    if (path === DOCUMENT) return documentHeaders;
    if (path === ADMIN_DOCUMENT) return adminHeaders;
    return CODE_WORKER.test(path) ? [...SAME_ORIGIN, 'content-security-policy', CODE_WORKER_POLICY] : SAME_ORIGIN;
  };
  const paths = await listFiles(folder);
  const ownMark = PAYMENT_MARK.replace('.svg', `-${paymentProvider}.svg`);
  /** The file that is sent under a path. */
  const fileOf = (path: string): string => (path === PAYMENT_MARK && paths.includes(ownMark) ? ownMark : path);
  for (const path of paths) {
    if (PRIVATE_FILES.test(path)) continue;
    const isKilled = killsServiceWorker && SERVICE_WORKERS.has(path);
    const body = isKilled ? Buffer.from(SELF_DESTROYING_WORKER) : await readFile(join(folder, fileOf(path)));
    const built = {
      contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
      headers: headersOf(path),
    };
    const brotli = await readCompressed(join(folder, fileOf(path)), body);
    const addFilled = (): void => {
      const filled = fill(path, body) ?? body;
      const facts = { ...built, body: filled, ...(filled.equals(body) && { brotli }), etag: tagOf(filled) };
      add(path, facts);
      if (path === DOCUMENT) {
        add(UNLISTED_DOCUMENT, { ...facts, headers: [...documentHeaders, 'x-robots-tag', 'noindex'] });
      }
    };
    addFilled();
    if (fill(path, body)) filling.push(addFilled);
  }
  for (const path of killsServiceWorker ? SERVICE_WORKERS : []) {
    if (replies.has(path)) continue;
    add(path, {
      contentType: CONTENT_TYPES['.js'] ?? '',
      cacheControl: REVALIDATED,
      body: Buffer.from(SELF_DESTROYING_WORKER),
      headers: SAME_ORIGIN,
    });
  }
  replies.set(
    KILL_PATH,
    prepareResponse({
      contentType: 'application/json',
      cacheControl: 'no-store',
      body: Buffer.from(JSON.stringify({ kill: killsServiceWorker })),
      headers: SAME_ORIGIN,
    }),
  );
  const compress = (): void => void compressAll(compressing.splice(0), stopping.signal, log);
  compress();

  const notBuilt = prepareResponse({
    status: 503,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-store',
    body: Buffer.from(NOT_BUILT),
    headers: documentHeaders,
  });

  return {
    handle(request, response) {
      const url = request.url ?? '/';
      if (request.method === 'POST' && url === SHARE_PATH) return rejectShare(request, response, publicUrl);
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const queryStart = url.indexOf('?');
      const path = queryStart < 0 ? url : url.slice(0, queryStart);
      const file = replies.get(path);
      if (file) {
        sendCachedResponse(request, response, file);
        return true;
      }
      // A request for a file must not get the page, which would be executed or cached as that file.
      if (extname(path) !== '' || ASSETS.test(path)) return false;
      if (isAdminScreen(path)) {
        sendCachedResponse(request, response, replies.get(ADMIN_DOCUMENT) ?? notBuilt);
        return true;
      }
      const { screen } = findRoute(path);
      const document = replies.get(screen === 'shop' ? DOCUMENT : UNLISTED_DOCUMENT) ?? notBuilt;
      const isKnown = screen !== 'not-found' || document === notBuilt;
      sendCachedResponse(request, response, isKnown ? document : asNotFound(document));
      return true;
    },
    refill() {
      for (const addFilled of filling) addFilled();
      compress();
    },
    stop: () => stopping.abort(),
  };
}

const tagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Reads a document of the build, by default that of the shops; empty when the page is not built. */
export const readDocument = (folder: string, name: 'index' | 'admin' = 'index'): Promise<string> =>
  readFile(join(folder, name === 'admin' ? ADMIN_DOCUMENT : DOCUMENT), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });

/** Returns the document with status 404; the page itself shows that there is no such screen. */
const asNotFound = (document: CachedResponse): CachedResponse => ({ ...document, status: 404, etag: undefined });

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Reads the compressed copy that the build left beside a file; undefined when it is missing or belongs to another version. */
const readCompressed = (file: string, body: Buffer): Promise<Buffer | undefined> =>
  readFile(`${file}.br`)
    .then(async (packed) => ((await isCompressed(packed, body)) ? packed : undefined))
    .catch(() => undefined);

/** Compares piece by piece: the allocator would keep the memory of whole decompressed files. */
async function isCompressed(packed: Buffer, body: Buffer): Promise<boolean> {
  let length = 0;
  for await (const piece of Readable.from([packed]).pipe(createBrotliDecompress()) as AsyncIterable<Buffer>) {
    if (!body.subarray(length, length + piece.length).equals(piece)) return false;
    length += piece.length;
  }
  return length === body.length;
}

/** Compresses one file after the other, so that a starting server can answer meanwhile. */
async function compressAll(tasks: readonly (() => Promise<void>)[], signal: AbortSignal, log: Logger): Promise<void> {
  try {
    for (const task of tasks) {
      if (signal.aborted) return;
      await task();
    }
  } catch (error) {
    log.error({ err: error }, 'page file could not be compressed');
  }
}

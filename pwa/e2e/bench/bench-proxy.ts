import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { Answer } from '#api/testing/network/http-proxy.ts';

const CONTENT_TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Files of the candidates' page. */
const PAGE_PATH = /^\/(?:$|assets\/)/;

export interface BenchProxy {
  readonly url: string;
  /** Returns data requests and reply bytes, headers included, since the last call. */
  takeTraffic(): { requests: number; bytes: number };
  /** Returns the number of requests for a path. */
  countOf(path: string): number;
  /** Serves these bytes at a path under /bench/. */
  prepare(path: string, body: Answer): void;
  stop(): Promise<void>;
}

/**
 * A proxy in front of every candidate: serves the benchmark's page, forwards `/api` to the server under test, and counts. It rejects
 * the realtime socket, so that a candidate pulls only when told to.
 */
export async function startBenchProxy(serverUrl: string, pageFolder: string): Promise<BenchProxy> {
  const prepared = new Map<string, Answer>();
  let traffic = { requests: 0, bytes: 0 };
  const counts = new Map<string, number>();
  const page = await readPage(pageFolder);
  const proxy = await startHttpProxy(serverUrl);
  proxy.hasSockets = false;
  proxy.fault = (path) => {
    if (PAGE_PATH.test(path)) return page.get(path) ?? { status: 404 };
    traffic.requests += 1;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    return prepared.get(path);
  };
  proxy.onSent = (path, bytes) => {
    if (!PAGE_PATH.test(path)) traffic.bytes += bytes;
  };
  return {
    url: proxy.url,
    takeTraffic() {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
    countOf: (path) => counts.get(path) ?? 0,
    prepare: (path, body) => void prepared.set(path, body),
    stop: () => proxy.stop(),
  };
}

/** Reads the page's files, compressed as the server sends them, by path. */
async function readPage(folder: string): Promise<ReadonlyMap<string, Answer>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const answers = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }): Promise<readonly [path: string, answer: Answer]> => {
      const file = join(parentPath, name);
      const path = `/${relative(folder, file)}`;
      const isDocument = path === '/index.html';
      const headers = {
        'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        // As the server sends files with a hash in their name, so that a worker need not fetch again what its page has preloaded.
        ...(!isDocument && { 'cache-control': 'public, max-age=31536000, immutable' }),
      };
      return [isDocument ? '/' : path, { headers, body: brotliCompressSync(await readFile(file)) }];
    });
  return new Map(await Promise.all(answers));
}

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Socket } from 'node:net';

const CONTENT_TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Files of the candidates' page. */
const PAGE_PATH = /^\/assets\//;

/** A reply served by the proxy itself. */
export interface PreparedBody {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface BenchProxy {
  readonly url: string;
  /** Returns data requests and reply bytes, headers included, since the last call. */
  takeTraffic(): { requests: number; bytes: number };
  /** Returns the number of requests for a path. */
  countOf(path: string): number;
  /** Serves these bytes at a path under /bench/. */
  prepare(path: string, body: PreparedBody): void;
  stop(): Promise<void>;
}

/**
 * A proxy in front of every candidate: serves the benchmark's page, forwards `/api` to the server under test, and counts. It rejects
 * the realtime socket, so that a candidate pulls only when told to.
 */
export async function startBenchProxy(serverUrl: string, pageFolder: string): Promise<BenchProxy> {
  const prepared = new Map<string, PreparedBody>();
  let traffic = { requests: 0, bytes: 0 };
  const counts = new Map<string, number>();

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path === '/' || PAGE_PATH.test(path)) return void servePage(pageFolder, path, outgoing);
    const socket = incoming.socket as Socket;
    const before = socket.bytesWritten;
    traffic.requests += 1;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    outgoing.on('finish', () => (traffic.bytes += socket.bytesWritten - before));
    const body = prepared.get(path);
    if (body) outgoing.writeHead(200, { ...body.headers, 'content-length': body.bytes.byteLength }).end(body.bytes);
    else passOn(serverUrl, incoming, outgoing);
  });
  server.on('upgrade', (_request, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    takeTraffic() {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
    countOf: (path) => counts.get(path) ?? 0,
    prepare: (path, body) => void prepared.set(path, body),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function servePage(folder: string, path: string, outgoing: ServerResponse): Promise<void> {
  const file = join(folder, path === '/' ? 'index.html' : path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return void outgoing.writeHead(404).end();
  outgoing.writeHead(200, {
    'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    // As the server sends files with a hash in their name: what a page has preloaded its worker need not fetch again.
    ...(path !== '/' && { 'cache-control': 'public, max-age=31536000, immutable' }),
  });
  if (extname(file) === '.html') outgoing.end(await readFile(file));
  else createReadStream(file).pipe(outgoing);
}

function passOn(serverUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host: _host, ...headers } = incoming.headers;
  const passed = request(new URL(incoming.url ?? '/', serverUrl), { method: incoming.method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}

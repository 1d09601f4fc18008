import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Fault of one request; undefined passes it on. */
export type Fault =
  /** Answers like a captive portal: 200 with HTML. */
  | 'portal'
  /** Sends the first half of the reply and drops the connection. */
  | 'cut'
  /** Changes one byte of the reply's body. */
  | 'damage'
  /** Drops the connection without an answer. */
  | 'drop';

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ChaosProxy {
  readonly url: string;
  /** Headers set in each request for `/api/`. A route in the browser would miss a request whose page closes at that moment. */
  apiHeaders: Readonly<Record<string, string>>;
  /** Answers a request in the server's place; undefined passes it on. */
  answer: (path: string) => Promise<Answer> | undefined;
  /** Chooses the fault of a request by path and query. */
  fault: (path: string) => Fault | undefined;
  /** Delays the reply for a path until the promise resolves; undefined does not. */
  hold: (path: string) => Promise<void> | undefined;
  /** Text to prepend to a reply's body, such as a line before a script; undefined leaves it unchanged. */
  prepend: (path: string) => string | undefined;
  /** Body bytes per second of all replies together; undefined for no limit. */
  bytesPerSecond: number | undefined;
  /** Time before a reply begins: a round trip. */
  latencyMs: number;
  /** Share of packets that arrive a second late, as after a loss; what follows in a reply waits for them. */
  lateShare: number;
  /** Returns paths of requests and body bytes of blocks and changes since the last call. */
  take(): { paths: string[]; blockBytes: number; changesBytes: number };
  stop(): Promise<void>;
}

/** Bytes of one reply before the next takes its turn on a slow link. */
const PART_BYTES = 2_048;
/** A lost packet is sent again after this time. */
const LATE_MS = 1_000;

const PORTAL_PAGE = '<!doctype html><title>Welcome</title><p>Accept our terms to use this network.</p>';

/**
 * Starts a proxy between browser and server that counts, slows down and damages replies as configured. Sockets pass through. Of several servers,
 * which are nodes of one shop, each request goes to the next.
 */
export async function startChaosProxy(...serverUrls: readonly string[]): Promise<ChaosProxy> {
  const targets = serverUrls.map((url) => new URL(url));
  let turn = 0;
  const nextTarget = (): URL => targets[turn++ % targets.length] as URL;
  const open = new Set<Socket>();
  let taken = { paths: [] as string[], blockBytes: 0, changesBytes: 0 };

  let lineIsFreeAtMs = 0;
  /** All replies share the link in turn. */
  const waitForLine = async (bytes: number): Promise<void> => {
    if (proxy.bytesPerSecond === undefined) return;
    lineIsFreeAtMs = Math.max(lineIsFreeAtMs, performance.now()) + (bytes / proxy.bytesPerSecond) * 1_000;
    await sleep(lineIsFreeAtMs - performance.now());
  };

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    taken.paths.push(path);
    const fault = proxy.fault(path);
    const answer = proxy.answer(path);
    if (answer) void answer.then(({ headers, body }) => outgoing.writeHead(200, headers).end(body));
    else if (fault === 'drop') incoming.socket.destroy();
    else if (fault === 'portal') outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL_PAGE);
    else passOn(incoming, outgoing, fault);
  });

  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | undefined): void => {
    const target = nextTarget();
    const prefix = proxy.prepend(incoming.url ?? '/');
    const headers = {
      ...incoming.headers,
      ...(incoming.url?.startsWith('/api/') && proxy.apiHeaders),
      ...(prefix !== undefined && { 'accept-encoding': 'identity' }),
    };
    const passed = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (reply) => {
      const parts: Buffer[] = prefix === undefined ? [] : [Buffer.from(prefix)];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        if (prefix !== undefined) delete reply.headers['content-length'];
        void passBack(incoming.url ?? '/', reply, Buffer.concat(parts), outgoing, fault);
      });
      reply.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };

  const passBack = async (
    path: string,
    reply: IncomingMessage,
    bytes: Buffer,
    outgoing: ServerResponse,
    fault: Fault | undefined,
  ): Promise<void> => {
    if (fault === 'damage' && bytes.length > 0) {
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] as number) ^ 0xff;
    }
    if (proxy.latencyMs > 0) await sleep(proxy.latencyMs);
    await proxy.hold(path);
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    const end = fault === 'cut' ? bytes.length >> 1 : bytes.length;
    const step = proxy.bytesPerSecond === undefined ? Math.max(end, 1) : PART_BYTES;
    for (let at = 0; at < end; at += step) {
      const part = bytes.subarray(at, Math.min(at + step, end));
      await waitForLine(part.length);
      if (Math.random() < proxy.lateShare) await sleep(LATE_MS);
      if (outgoing.destroyed) return;
      if (path.startsWith('/api/sync/blocks/')) taken.blockBytes += part.length;
      else if (path.includes('/changes')) taken.changesBytes += part.length;
      outgoing.write(part);
    }
    if (fault === 'cut') outgoing.socket?.destroy();
    else outgoing.end();
  };

  server.on('upgrade', (incoming, socket, head) => {
    const target = nextTarget();
    const upstream = connect(Number(target.port), target.hostname, () => {
      const headers = Object.entries(incoming.headers);
      upstream.write(
        `${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${String(value)}`).join('\r\n')}\r\n\r\n`,
      );
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const proxy: ChaosProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    apiHeaders: {},
    answer: () => undefined,
    fault: () => undefined,
    hold: () => undefined,
    prepend: () => undefined,
    bytesPerSecond: undefined,
    latencyMs: 0,
    lateShare: 0,
    take() {
      const result = taken;
      taken = { paths: [], blockBytes: 0, changesBytes: 0 };
      return result;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return proxy;
}

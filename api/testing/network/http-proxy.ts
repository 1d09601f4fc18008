import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the proxy in place of the server's; its status is 200 unless given. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What happens to a call. */
export type HttpFault =
  | Answer
  /** The connection is closed without an answer. */
  | 'drop'
  /** No answer comes. */
  | 'hang'
  /** The first half of the answer comes. */
  | 'cut'
  /** One byte of the answer is changed. */
  | 'damage'
  /** The call is executed, and its answer lost. */
  | 'lost';

/** The fault of a captive portal, which answers everything. */
export const PORTAL: HttpFault = {
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome</title><p>Accept our terms to use this network.</p>',
};

/** A proxy in front of a real server, which counts, slows down and damages calls. Sockets pass through. */
export interface HttpProxy {
  readonly url: string;
  /** Chooses the fault of a call by path and query; undefined passes it on. */
  fault: (path: string) => HttpFault | Promise<HttpFault> | undefined;
  /** Faults of the next calls for which `fault` chooses none, one each; undefined passes a call on. */
  readonly faults: (HttpFault | undefined)[];
  /** Delays the answer for a path until the promise resolves; undefined: no delay. */
  hold: (path: string) => Promise<void> | undefined;
  /** Headers added to each call of `/api/`. Adding them in the browser would miss calls whose page closes at that moment. */
  apiHeaders: Readonly<Record<string, string>>;
  /** Changes the bytes that calls send. */
  tamper: ((bytes: Buffer) => Buffer) | undefined;
  /** Text to prepend to the body of an answer, such as a line before a script; undefined leaves it unchanged. */
  prepend: (path: string) => string | undefined;
  /** Body bytes per second of all answers together. */
  bytesPerSecond: number;
  /** Time before an answer begins: a round trip. */
  latencyMs: number;
  /** Share of packets that arrive a second late, as after a loss, and delay the rest of their answer; needs a limit of bytes per second. */
  lateShare: number;
  /** Whether sockets are let through. */
  hasSockets: boolean;
  /** Method and path of each call. */
  readonly calls: string[];
  /** Called when an answer has been sent, with its bytes, headers included. */
  onSent: (path: string, bytes: number) => void;
  /** Returns the paths of calls, and the body bytes of blocks and changes, since `take` was last called. */
  take(): { paths: string[]; blockBytes: number; changesBytes: number };
  stop(): Promise<void>;
}

/** Bytes of one answer that a slow link sends before it turns to another answer. */
const PART_BYTES = 2_048;
/** A lost packet is sent again after this time. */
const LATE_MS = 1_000;

/** Starts a proxy for a server, or for several nodes of one shop, which get the calls in rotation. */
export async function startHttpProxy(...serverUrls: readonly string[]): Promise<HttpProxy> {
  let turn = 0;
  const nextTarget = (): string => serverUrls[turn++ % serverUrls.length] as string;
  const open = new Set<Socket>();
  let taken = { paths: [] as string[], blockBytes: 0, changesBytes: 0 };
  const count = (path: string, bytes: number): void => {
    if (path.startsWith('/api/sync/blocks/')) taken.blockBytes += bytes;
    else if (path.includes('/changes')) taken.changesBytes += bytes;
  };

  let lineIsFreeAtMs = 0;
  /** All answers share the link in turn. */
  const waitForLine = async (bytes: number): Promise<void> => {
    if (proxy.bytesPerSecond === Infinity) return;
    lineIsFreeAtMs = Math.max(lineIsFreeAtMs, performance.now()) + (bytes / proxy.bytesPerSecond) * 1_000;
    await sleep(lineIsFreeAtMs - performance.now());
  };

  const server = createServer(async (call, response) => {
    const path = call.url ?? '/';
    proxy.calls.push(`${call.method} ${path}`);
    taken.paths.push(path);
    const before = call.socket.bytesWritten;
    response.on('finish', () => proxy.onSent(path, call.socket.bytesWritten - before));
    const fault = await (proxy.fault(path) ?? proxy.faults.shift());
    if (fault === 'drop') call.socket.destroy();
    else if (fault === 'hang') return;
    else if (typeof fault !== 'object') passOn(path, call, response, fault);
    else call.resume().on('end', () => response.writeHead(fault.status ?? 200, fault.headers).end(fault.body));
  });

  const passOn = (
    path: string,
    call: IncomingMessage,
    response: ServerResponse,
    fault: HttpFault | undefined,
  ): void => {
    const prefix = proxy.prepend(path);
    // The `host` header stays as the caller sent it: the signature of a call may cover it.
    const headers: IncomingHttpHeaders = {
      ...call.headers,
      ...(path.startsWith('/api/') && proxy.apiHeaders),
      ...(prefix !== undefined && { 'accept-encoding': 'identity' }),
    };
    const passed = request(new URL(path, nextTarget()), { method: call.method, headers }, (answer) => {
      answer.on('error', () => response.destroy());
      void passBack(path, answer, response, fault, prefix);
    });
    passed.on('error', () => response.destroy());
    const { tamper } = proxy;
    if (tamper) call.on('data', (part: Buffer) => passed.write(tamper(part))).on('end', () => passed.end());
    else call.pipe(passed);
  };

  const passBack = async (
    path: string,
    answer: IncomingMessage,
    response: ServerResponse,
    fault: HttpFault | undefined,
    prefix: string | undefined,
  ): Promise<void> => {
    if (proxy.latencyMs > 0) await sleep(proxy.latencyMs);
    await proxy.hold(path);
    if (fault === undefined && prefix === undefined && proxy.bytesPerSecond === Infinity) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (part: Buffer) => count(path, part.length)).pipe(response);
      return;
    }
    const parts: Buffer[] = prefix === undefined ? [] : [Buffer.from(prefix)];
    for await (const part of answer) parts.push(part as Buffer);
    if (fault === 'lost') return void response.destroy();
    const bytes = Buffer.concat(parts);
    if (fault === 'damage' && bytes.length > 0) {
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] as number) ^ 0xff;
    }
    const headers: OutgoingHttpHeaders = { ...answer.headers };
    if (prefix !== undefined) delete headers['content-length'];
    response.writeHead(answer.statusCode ?? 502, headers);
    const end = fault === 'cut' ? bytes.length >> 1 : bytes.length;
    const step = proxy.bytesPerSecond === Infinity ? Math.max(end, 1) : PART_BYTES;
    for (let at = 0; at < end; at += step) {
      const part = bytes.subarray(at, Math.min(at + step, end));
      await waitForLine(part.length);
      if (Math.random() < proxy.lateShare) await sleep(LATE_MS);
      if (response.destroyed) return;
      count(path, part.length);
      response.write(part);
    }
    if (fault === 'cut') response.socket?.destroySoon();
    else response.end();
  };

  server.on('upgrade', (call, socket, head) => {
    if (!proxy.hasSockets) return void socket.destroy();
    const target = new URL(nextTarget());
    const upstream = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(call.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      upstream.write(`${call.method} ${call.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
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
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const proxy: HttpProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    faults: [],
    hold: () => undefined,
    apiHeaders: {},
    tamper: undefined,
    prepend: () => undefined,
    bytesPerSecond: Infinity,
    latencyMs: 0,
    lateShare: 0,
    hasSockets: true,
    calls: [],
    onSent: () => undefined,
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

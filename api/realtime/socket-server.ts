import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { ERRORS } from '#contract/errors.ts';
import { MAX_REALTIME_FRAME_BYTES } from '#contract/limits.ts';
import type { DownMessage } from '#contract/realtime/down.ts';
import type { Logger } from 'pino';
import { addressOf } from '../http/client-address.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import type { BusEvent, EventBus } from '../storage/event-bus.ts';
import { readFrame } from './read-frame.ts';

const PATH = '/realtime';

const PING_INTERVAL_MS = 25_000;
/** Pings that may stay without an answer. */
const MAX_MISSED_PINGS = 2;
const MAX_SOCKETS_PER_ADDRESS = 20;
const MAX_FRAMES = 60;
const FRAME_WINDOW_MS = 10_000;
/** Unsent bytes above which pokes are left out, and above which the socket is given up: the client pulls when it is back. */
const SLOW_BYTES = 262_144;
const STUCK_BYTES = 1_048_576;

const CLOSE_RESTART = 1012;
const CLOSE_BINARY = 1003;
const CLOSE_INVALID = 1007;
const CLOSE_FLOOD = 4429;

export interface SocketServerOptions {
  readonly server: Server;
  readonly bus: EventBus;
  readonly log: Logger;
  /** Origin under which visitors come, when it is not the one that they name themselves in `Host`. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: number;
  readonly maxSocketsPerAddress?: number;
}

export interface SocketServer {
  /** Tells every client to come back and stops. */
  close(): void;
}

interface Client {
  readonly socket: WebSocket;
  readonly address: string;
  missedPings: number;
  frames: number;
  windowStart: number;
}

/** Serves `/realtime` on a server: answers frames, and tells every client what changed. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { server, bus, log, publicUrl, trustedProxies, maxSocketsPerAddress = MAX_SOCKETS_PER_ADDRESS } = options;
  const clients = new Set<Client>();
  const perAddress = new Map<string, number>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_REALTIME_FRAME_BYTES,
    maxFragments: 16,
    maxBufferedChunks: 64,
    perMessageDeflate: false,
    clientTracking: false,
  });

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy());
    const address = addressOf(request, trustedProxies);
    if ((request.url ?? '').split('?', 1)[0] !== PATH) return refuse(stream, 404, 'Not Found');
    if (!isOwnOrigin(request, publicUrl)) return refuse(stream, 403, 'Forbidden');
    if ((perAddress.get(address) ?? 0) >= maxSocketsPerAddress) return refuse(stream, 429, 'Too Many Requests');
    sockets.handleUpgrade(request, stream, head, (socket) => accept(socket, address));
  };

  const accept = (socket: WebSocket, address: string): void => {
    const client: Client = { socket, address, missedPings: 0, frames: 0, windowStart: performance.now() };
    clients.add(client);
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    socket.on('pong', () => {
      client.missedPings = 0;
    });
    socket.on('message', (data: Buffer, isBinary) => {
      client.missedPings = 0;
      if (isFlooding(client)) socket.close(CLOSE_FLOOD, 'too many frames');
      else if (isBinary) socket.close(CLOSE_BINARY, 'text only');
      else answer(client, data.toString('utf8'));
    });
    // The protocol library closes with the right code by itself: too large, bad UTF-8, too many fragments.
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke the protocol'));
    socket.on('close', () => {
      clients.delete(client);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  };

  const answer = ({ socket }: Client, text: string): void => {
    const frame = readFrame(text);
    if (frame === 'not-json') return socket.close(CLOSE_INVALID, 'not JSON');
    const reply = 'refusal' in frame ? frame.refusal : HANDLERS[frame.message.event](frame.message.id);
    if (reply) socket.send(JSON.stringify(reply));
  };

  const broadcast = (event: BusEvent): void => {
    if (event.type !== 'products-changed') return;
    const message: DownMessage = { event: 'productsChanged', data: { shop: event.shop, seq: event.seq } };
    // Serialised once for all.
    const payload = Buffer.from(JSON.stringify(message));
    for (const { socket } of clients) {
      if (socket.readyState !== WebSocket.OPEN) continue;
      if (socket.bufferedAmount > STUCK_BYTES) socket.terminate();
      else if (socket.bufferedAmount <= SLOW_BYTES) socket.send(payload, { binary: false });
    }
  };

  const pingAll = (): void => {
    for (const client of clients) {
      if (client.missedPings >= MAX_MISSED_PINGS) client.socket.terminate();
      else if (client.socket.readyState === WebSocket.OPEN) {
        client.missedPings += 1;
        client.socket.ping();
      }
    }
  };

  server.on('upgrade', onUpgrade);
  const unsubscribe = bus.subscribe(broadcast);
  const timer = setInterval(pingAll, PING_INTERVAL_MS).unref();

  return {
    close() {
      clearInterval(timer);
      unsubscribe();
      server.off('upgrade', onUpgrade);
      server.on('upgrade', (_request, stream) => refuse(stream, 503, 'Service Unavailable'));
      for (const { socket } of clients) {
        socket.close(CLOSE_RESTART, 'server stops');
        // Who does not answer the close is not waited for.
        setTimeout(() => socket.terminate(), 2_000).unref();
      }
    },
  };
}

/** What each event from a client is answered. */
const HANDLERS = {
  ping: (id: number | undefined): DownMessage | undefined => (id === undefined ? undefined : { ack: id }),
  registerUser: (id: number | undefined): DownMessage | undefined =>
    id === undefined ? undefined : { ack: id, error: { code: 'unauthorized', title: ERRORS.unauthorized.title } },
} as const;

function isFlooding(client: Client): boolean {
  const atMs = performance.now();
  if (atMs - client.windowStart > FRAME_WINDOW_MS) {
    client.windowStart = atMs;
    client.frames = 0;
  }
  client.frames += 1;
  return client.frames > MAX_FRAMES;
}

function refuse(stream: Duplex, status: number, reason: string): void {
  stream.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

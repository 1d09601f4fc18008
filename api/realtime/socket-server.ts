import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { ERRORS } from '#contract/http/error-codes.ts';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import type { Logger } from 'pino';
import type { RejectionListener } from '../http/caller/call-source.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import { addressOf, isKnownPlain } from '../http/caller/client-address.ts';
import { networkOf } from '../http/caller/client-network.ts';
import { createPlaces } from '../http/caller/places.ts';
import { isOwnOrigin } from '../http/caller/own-origin.ts';
import { isAmbiguous } from '../http/listener/request-fault.ts';
import { addStrictTransport, rejectConnection, requiresHttps } from '../http/headers/strict-transport.ts';
import type { BusEvent, EventBus } from '../storage/events/event-bus.ts';
import { readFrame } from './read-frame.ts';
import { sendToAll } from './socket-client.ts';
import type { SocketClient, SocketSession } from './socket-client.ts';
import type { UserSockets } from './user-sockets.ts';

/** Largest realtime frame in bytes. */
const MAX_REALTIME_FRAME_BYTES = 16_384;

const PING_INTERVAL_MS = 25_000;
/** Unanswered pings after which a socket is terminated. */
const MAX_MISSED_PINGS = 2;
export const MAX_SOCKETS_PER_NETWORK = 20;
const MAX_FRAMES = 60;
const FRAME_WINDOW_MS = 10_000;
/** A typing frame counts as a fraction, because a client may send one at every key. */
const TYPING_WEIGHT = 0.2;
const CLOSE_RESTART = 1012;
const CLOSE_BINARY = 1003;
const CLOSE_INVALID = 1007;
const CLOSE_FLOOD = 4429;

export interface SocketServerOptions {
  readonly server: Server;
  readonly bus: EventBus;
  readonly log: Logger;
  /** The public origin of the settings, accepted besides that of the `Host` header. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: number;
  readonly maxSocketsPerNetwork?: number | undefined;
  /** Frames of one socket within ten seconds. */
  readonly maxFrames?: number | undefined;
  readonly users: UserSockets;
  readonly events: SocketEvents;
  /** Finds the session of a handshake. */
  readonly identify: (request: IncomingMessage) => Promise<SocketSession | undefined>;
  readonly onRejected: RejectionListener;
  readonly readDeviceId: (request: IncomingMessage) => string | undefined;
}

/** Handles clients' messages; what is kept for a client is released when its connection ends. */
export interface SocketEvents {
  answer(client: SocketClient, message: UpMessage): void;
  close(): void;
}

export interface SocketServer {
  /** Returns the number of open sockets. */
  count(): number;
  /**
   * Accepts no more sockets, and closes those that are open one after the other within a time in ms, so that they do not all connect
   * elsewhere at once.
   */
  release(withinMs: number): void;
  /** Closes every socket with a code that makes clients reconnect. */
  close(): void;
}

/** Serves `/realtime`: answers frames and pokes clients about changed products. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { server, bus, log, publicUrl, trustedProxies, users, events, identify, readDeviceId, onRejected } = options;
  const { maxSocketsPerNetwork = MAX_SOCKETS_PER_NETWORK, maxFrames = MAX_FRAMES } = options;
  const clients = new Set<SocketClient>();
  const places = createPlaces({ kind: 'socket', total: Infinity, share: maxSocketsPerNetwork });
  let isStopping = false;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_REALTIME_FRAME_BYTES,
    maxFragments: 16,
    maxBufferedChunks: 64,
    perMessageDeflate: false,
    clientTracking: false,
  });

  const isHttps = requiresHttps(publicUrl);
  const reject = (stream: Duplex, status: number): void => rejectConnection(stream, status, isHttps);
  if (isHttps) sockets.on('headers', addStrictTransport);
  sockets.on('wsClientError', (_error, stream) => reject(stream, 400));

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy());
    if (isAmbiguous(request)) return reject(stream, 400);
    if ((request.url ?? '').split('?', 1)[0] !== REALTIME_PATH) return reject(stream, 404);
    // Only a program can send this header, which identifies its session.
    const isProgram = request.headers.authorization !== undefined;
    const address = addressOf(request, trustedProxies);
    const rejectCaller = (code: 'origin-refused' | 'unauthorized' | 'too-many-requests'): void => {
      onRejected(code, { address, method: 'GET', route: REALTIME_PATH });
      reject(stream, ERRORS[code].status);
    };
    const isPlain = isHttps && isKnownPlain(request, trustedProxies);
    if (isPlain || (!isProgram && !isOwnOrigin(request, publicUrl))) return rejectCaller('origin-refused');
    const life = lifeOf(stream);
    if (life.isOver) return;
    const network = networkOf(address);
    // The place is taken before the caller is identified, so that callers who are being identified count as well.
    if (typeof places.take(life, network) === 'string') return rejectCaller('too-many-requests');
    identify(request).then(
      (session) => {
        if (life.isOver) return;
        if (isStopping) reject(stream, 503);
        else if (isProgram && !session) rejectCaller('unauthorized');
        else if (session && !users.hasRoom(session.user.sub)) rejectCaller('too-many-requests');
        else
          sockets.handleUpgrade(request, stream, head, (socket) => {
            accept(socket, { stream, life, network, session, deviceId: readDeviceId(request) });
          });
      },
      (error: unknown) => {
        log.error({ err: error }, 'identifying a socket failed');
        reject(stream, 503);
      },
    );
  };

  const accept = (
    socket: WebSocket,
    caller: Pick<SocketClient, 'stream' | 'life' | 'network' | 'session' | 'deviceId'>,
  ): void => {
    if (caller.life.isOver) return;
    const client: SocketClient = {
      socket,
      ...caller,
      missedPings: 0,
      frames: 0,
      windowStart: performance.now(),
    };
    clients.add(client);
    client.life.hold('registration', () => clients.delete(client));
    users.add(client);
    socket.on('pong', () => {
      client.missedPings = 0;
    });
    socket.on('message', (data: Buffer, isBinary) => {
      // A client that ignores the close could otherwise send messages until the close times out.
      if (socket.readyState !== WebSocket.OPEN) return;
      client.missedPings = 0;
      if (isFlooding(client, maxFrames)) socket.close(CLOSE_FLOOD, 'too many frames');
      else if (isBinary) socket.close(CLOSE_BINARY, 'text only');
      else answer(client, data.toString('utf8'));
    });
    // ws closes the socket with the right code: too large, bad UTF-8, too many fragments.
    socket.on('error', (error) => log.debug({ err: error }, 'socket protocol error'));
  };

  const answer = (client: SocketClient, text: string): void => {
    const frame = readFrame(text);
    if (frame === 'not-json') client.socket.close(CLOSE_INVALID, 'not JSON');
    else if ('rejection' in frame) client.socket.send(JSON.stringify(frame.rejection));
    else {
      const { event } = frame.message;
      if (event === 'typing' || event === 'stopTyping') client.frames -= 1 - TYPING_WEIGHT;
      events.answer(client, frame.message);
    }
  };

  const broadcast = (event: BusEvent): void => {
    if (event.type !== 'products-changed') return;
    const { shop, seq, epoch } = event;
    if (clients.size > 0)
      sendToAll(clients, { event: 'productsChanged', data: { shop, seq, epoch, listeners: clients.size } });
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

  const closings: NodeJS.Timeout[] = [];
  const dismiss = ({ socket }: SocketClient): void => {
    socket.close(CLOSE_RESTART, 'server stops');
    // Terminates clients that do not answer the close.
    setTimeout(() => socket.terminate(), 2_000).unref();
  };

  return {
    count: () => clients.size,
    release(withinMs) {
      isStopping = true;
      let place = 0;
      for (const client of clients) {
        place += 1;
        closings.push(setTimeout(dismiss, (withinMs * place) / (clients.size + 1), client));
      }
    },
    close() {
      closings.forEach(clearTimeout);
      isStopping = true;
      clearInterval(timer);
      unsubscribe();
      users.close();
      events.close();
      server.off('upgrade', onUpgrade);
      server.on('upgrade', (_request, stream) => reject(stream, 503));
      for (const client of clients) dismiss(client);
    },
  };
}

function isFlooding(client: SocketClient, maxFrames: number): boolean {
  const atMs = performance.now();
  if (atMs - client.windowStart > FRAME_WINDOW_MS) {
    client.windowStart = atMs;
    client.frames = 0;
  }
  client.frames += 1;
  return client.frames > maxFrames;
}

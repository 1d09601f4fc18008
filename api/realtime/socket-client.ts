import type { Duplex } from 'node:stream';
import { ERRORS } from '#contract/http/error-codes.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { DownMessage } from '#contract/realtime/down.ts';
import type { User } from '#contract/account/user.ts';
import { WebSocket } from 'ws';
import type { CallerLife } from '../http/caller/caller-life.ts';
import { holdFrames } from './frames-of-a-turn.ts';

/** Unsent bytes above which pokes are skipped, and above which the socket is terminated; the client pulls after it reconnects. */
const SLOW_BYTES = 262_144;
const STUCK_BYTES = 1_048_576;

/** The session of a socket's handshake. */
export interface SocketSession {
  readonly user: User;
  readonly token: string;
}

/** An open socket with its session and counters. */
export interface SocketClient {
  readonly socket: WebSocket;
  /** The connection below the socket. */
  readonly stream: Duplex;
  /** Ends with the connection; holds whatever is kept for the client. */
  readonly life: CallerLife;
  /** The caller's network, for which the number of sockets is limited. */
  readonly network: string;
  readonly session: SocketSession | undefined;
  /** The signed id of an administrator's device from the handshake. */
  readonly deviceId: string | undefined;
  missedPings: number;
  frames: number;
  windowStart: number;
}

/** Whether so many bytes are unsent that pokes are skipped. */
export const isSlow = ({ socket }: SocketClient): boolean => socket.bufferedAmount > SLOW_BYTES;

const isStuck = ({ socket }: SocketClient): boolean => socket.bufferedAmount > STUCK_BYTES;

/** Gets the session of a socket. @throws ApiError unauthorized */
export function sessionOf({ session }: SocketClient): SocketSession {
  if (!session) throw new ApiError('unauthorized');
  return session;
}

/** Gets the id of a socket's user. @throws ApiError unauthorized */
export const subOf = (client: SocketClient): string => sessionOf(client).user.sub;

/** Sends a message that can be skipped for slow clients; a stuck client is terminated. */
export function sendToAll(clients: Iterable<SocketClient>, message: DownMessage): void {
  deliverFrame(clients, toFrame(message), (client) => isSlow(client) && !isStuck(client));
}

/** Sends a message that must not be skipped; a stuck client is terminated and fetches what it missed after it reconnects. */
export function deliverToAll(clients: Iterable<SocketClient>, message: DownMessage): void {
  deliverFrame(clients, toFrame(message), () => false);
}

const toFrame = (message: DownMessage): Buffer => Buffer.from(JSON.stringify(message));

function deliverFrame(
  clients: Iterable<SocketClient>,
  frame: Buffer,
  isSkipped: (client: SocketClient) => boolean,
): void {
  for (const client of clients) {
    if (client.socket.readyState !== WebSocket.OPEN || isSkipped(client)) continue;
    // Only users get several frames at once; a visitor gets a single one, which need not wait.
    if (client.session) holdFrames(client.stream);
    sendFrame(client, frame);
  }
}

function sendFrame(client: SocketClient, frame: Buffer | string, onSent?: () => void): void {
  if (isStuck(client)) client.socket.terminate();
  client.socket.send(frame, { binary: false }, onSent);
}

/** Sends a serialized message; resolves when the network has accepted it or the socket is closed. */
export const sendPaced = (client: SocketClient, text: string): Promise<void> =>
  new Promise((resolve) => sendFrame(client, text, resolve));

/** Acknowledges a message that has an id. */
export function acknowledge(client: SocketClient, id: number | undefined, data?: unknown): void {
  if (id !== undefined) sendFrame(client, JSON.stringify({ ack: id, data } satisfies DownMessage));
}

/** Sends the reason why a message was rejected. */
export function rejectMessage(client: SocketClient, id: number | undefined, code: ErrorCode): void {
  const error = { code, title: ERRORS[code].title };
  const message: DownMessage = id === undefined ? { event: 'error', data: error } : { ack: id, error };
  sendFrame(client, JSON.stringify(message));
}

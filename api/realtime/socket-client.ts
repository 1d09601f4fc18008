import { ApiError, ERRORS } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { DownMessage } from '#contract/realtime/down.ts';
import type { User } from '#contract/user.ts';
import { WebSocket } from 'ws';

/** Unsent bytes above which pokes are left out, and above which the socket is given up: the client pulls when it is back. */
const SLOW_BYTES = 262_144;
const STUCK_BYTES = 1_048_576;

/** Who opened a socket, by the session that its handshake carried. */
export interface SocketSession {
  readonly user: User;
  readonly token: string;
}

/** An open socket and what is known of who holds it. */
export interface SocketClient {
  readonly socket: WebSocket;
  readonly address: string;
  readonly session: SocketSession | undefined;
  /** The signed id of an administrator's device from the handshake. */
  readonly deviceId: string | undefined;
  missedPings: number;
  frames: number;
  windowStart: number;
}

/** Whether so much waits for a socket that it is spared what it can do without. */
export const isSlow = ({ socket }: SocketClient): boolean => socket.bufferedAmount > SLOW_BYTES;

const isStuck = ({ socket }: SocketClient): boolean => socket.bufferedAmount > STUCK_BYTES;

/** Id of the user who holds a socket. @throws ApiError unauthorized */
export function subOf({ session }: SocketClient): string {
  if (!session) throw new ApiError('unauthorized');
  return session.user.sub;
}

/** Tells many what can be left out; who does not read hears less, and then nothing. */
export function sendToAll(clients: Iterable<SocketClient>, message: DownMessage): void {
  deliverFrame(clients, toFrame(message), (client) => isSlow(client) && !isStuck(client));
}

/** Tells many what must not be left out: who does not read at all is cut off, and asks for what is missing when it is back. */
export function deliverToAll(clients: Iterable<SocketClient>, message: DownMessage): void {
  deliverFrame(clients, toFrame(message), () => false);
}

// Serialised once for all.
const toFrame = (message: DownMessage): Buffer => Buffer.from(JSON.stringify(message));

function deliverFrame(
  clients: Iterable<SocketClient>,
  frame: Buffer,
  isSpared: (client: SocketClient) => boolean,
): void {
  for (const client of clients) {
    if (client.socket.readyState === WebSocket.OPEN && !isSpared(client)) sendFrame(client, frame);
  }
}

function sendFrame(client: SocketClient, frame: Buffer | string, onSent?: () => void): void {
  if (isStuck(client)) client.socket.terminate();
  client.socket.send(frame, { binary: false }, onSent);
}

/** Sends a text that is a message already; ends when the network has taken it, or the socket is gone. */
export const sendPaced = (client: SocketClient, text: string): Promise<void> =>
  new Promise((resolve) => sendFrame(client, text, resolve));

/** Confirms a message that asks for it. */
export function acknowledge(client: SocketClient, id: number | undefined, data?: unknown): void {
  if (id !== undefined) sendFrame(client, JSON.stringify({ ack: id, data } satisfies DownMessage));
}

/** Says why a message had no effect. */
export function rejectMessage(client: SocketClient, id: number | undefined, code: ErrorCode): void {
  const error = { code, title: ERRORS[code].title };
  const message: DownMessage = id === undefined ? { event: 'error', data: error } : { ack: id, error };
  sendFrame(client, JSON.stringify(message));
}

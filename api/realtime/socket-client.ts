import type { User } from '#contract/user.ts';
import type { DownMessage } from '#contract/realtime/down.ts';
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
  missedPings: number;
  frames: number;
  windowStart: number;
}

/** Sends one message to many; who does not read hears less, and then nothing. */
export function sendToAll(clients: Iterable<SocketClient>, message: DownMessage): void {
  // Serialised once for all.
  const payload = Buffer.from(JSON.stringify(message));
  for (const { socket } of clients) {
    if (socket.readyState !== WebSocket.OPEN) continue;
    if (socket.bufferedAmount > STUCK_BYTES) socket.terminate();
    else if (socket.bufferedAmount <= SLOW_BYTES) socket.send(payload, { binary: false });
  }
}

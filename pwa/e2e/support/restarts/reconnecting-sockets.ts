import { WebSocket as NodeWebSocket } from 'ws';
import { openSocket } from '#sync/server/socket.ts';
import type { RunningProxy } from '#api/testing/cluster/proxy.ts';
import type { SignedInBuyer } from '#api/testing/processes/shop-folder.ts';

/** The time between the close of a socket and the first answer to a ping on the socket that replaces it; values of `performance.now()`. */
export interface Outage {
  readonly closedAtMs: number;
  servedAtMs?: number;
}

/** Clients that keep a socket open as the app does, and what they have seen so far. */
export interface ReconnectingSockets {
  readonly outages: readonly Outage[];
  /** When each attempt to connect began, including rejected ones. */
  readonly connectedAtMs: readonly number[];
  /** Returns how many sockets are open and have been answered. */
  countServed(): number;
  close(): void;
}

/** An id that differs from those of the client's own pings, which count from 1. */
const PING_ID = 0;

/** Opens a socket through nginx for each buyer with the app's own client, which reconnects a closed socket after its usual delays. */
export function openReconnectingSockets(
  { securePort }: Pick<RunningProxy, 'securePort'>,
  buyers: readonly SignedInBuyer[],
): ReconnectingSockets {
  const outages: Outage[] = [];
  const connectedAtMs: number[] = [];
  let served = 0;
  const openOne = ({ headers }: SignedInBuyer) => {
    let isServed = false;
    let outage: Outage | undefined;
    const socket = openSocket({
      origin: `https://127.0.0.1:${securePort}`,
      connect: (url) => {
        connectedAtMs.push(performance.now());
        const options = { rejectUnauthorized: false, headers: { ...headers, host: 'shop.example' } };
        return new NodeWebSocket(url, options) as unknown as WebSocket;
      },
      random: Math.random,
      onOpen: () => void socket.send({ event: 'ping', id: PING_ID }),
      onClose: () => {
        if (isServed) {
          served -= 1;
          outage = { closedAtMs: performance.now() };
          outages.push(outage);
        }
        isServed = false;
      },
      onSilence: () => undefined,
      onMessage: (message) => {
        if (isServed || !('ack' in message) || message.ack !== PING_ID) return;
        isServed = true;
        served += 1;
        if (outage) outage.servedAtMs = performance.now();
      },
    });
    return socket;
  };
  const sockets = buyers.map(openOne);
  return {
    outages,
    connectedAtMs,
    countServed: () => served,
    close: () => sockets.forEach((socket) => socket.close()),
  };
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#contract/realtime/path.ts';

/** One frame of the server as parsed JSON. */
export interface ReceivedFrame {
  readonly event?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a third-party client has no types
  readonly data?: any;
  readonly ack?: number;
  readonly error?: { readonly code: string };
}

/** A client that uses only the `ws` package, like a third-party client. */
export interface EventSocket {
  readonly socket: WebSocket;
  /** All frames so far. */
  readonly received: ReceivedFrame[];
  send(event: string, data?: unknown): void;
  /** Sends a message with an id; returns the server's answer to it. */
  ask(event: string, data?: unknown): Promise<ReceivedFrame>;
  /** The data of each frame of an event so far. */
  dataOf(event: string): ReceivedFrame['data'][];
  /** Resolves when the server has processed everything sent before. */
  settle(): Promise<void>;
  /** The close code of the connection. */
  readonly closed: Promise<number>;
}

/** Opens a socket with the headers of a user. @throws Error when the server rejects it */
export async function openEventSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
  onFrame: (frame: ReceivedFrame) => void = () => undefined,
): Promise<EventSocket> {
  const socket = new WebSocket(url.replace('http', 'ws') + REALTIME_PATH, { headers: { origin: url, ...headers } });
  const received: ReceivedFrame[] = [];
  const waiting = new Map<number, (frame: ReceivedFrame) => void>();
  let lastId = 0;
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as ReceivedFrame;
    received.push(frame);
    if (frame.ack !== undefined) waiting.get(frame.ack)?.(frame);
    onFrame(frame);
  });
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code]) => code as number);
  socket.on('error', () => undefined);
  const ask: EventSocket['ask'] = (event, data) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      void closed.then(() => reject(new Error('socket closed before the answer')));
      socket.send(JSON.stringify({ event, data, id }));
    });
  return {
    socket,
    received,
    send: (event, data) => socket.send(JSON.stringify({ event, data })),
    ask,
    dataOf: (event) => received.filter((frame) => frame.event === event).map(({ data }) => data),
    settle: async () => void (await ask('ping')),
    closed,
  };
}

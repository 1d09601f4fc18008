import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { acknowledge, deliverToAll, rejectMessage, sendPaced, sendToAll } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

/** A client with a number of unsent bytes; records what happens to it. */
function createClient(bufferedAmount: number, readyState: number = WebSocket.OPEN) {
  const events: string[] = [];
  const socket = {
    bufferedAmount,
    readyState,
    send(frame: Buffer | string, _options: unknown, onSent?: () => void) {
      events.push(frame.toString());
      onSent?.();
    },
    terminate: () => void events.push('cut'),
  };
  return { client: { socket } as unknown as SocketClient, events };
}

const POKE = { event: 'chatsChanged', data: { seq: 1 } } as const;
const KB = 1_024;

it('a slow client gets no pokes, but everything else', async () => {
  const slow = createClient(300 * KB);
  const fast = createClient(200 * KB);
  sendToAll([slow.client, fast.client], POKE);
  expect([slow.events, fast.events]).toEqual([[], [JSON.stringify(POKE)]]);
  deliverToAll([slow.client], POKE);
  acknowledge(slow.client, 1);
  await sendPaced(slow.client, 'text');
  expect(slow.events).toEqual([JSON.stringify(POKE), '{"ack":1}', 'text']);
});

it.each<[string, (client: SocketClient) => unknown]>([
  ['a poke', (client) => sendToAll([client], POKE)],
  ['a message', (client) => deliverToAll([client], POKE)],
  ['a history', (client) => sendPaced(client, 'text')],
  ['an acknowledgement', (client) => acknowledge(client, 1)],
  ['a rejection', (client) => rejectMessage(client, 1, 'not-found')],
])('a client that does not read is disconnected by %s', async (_, act) => {
  const { client, events } = createClient(1_100 * KB);
  await act(client);
  expect(events[0]).toBe('cut');
});

it('a closing client is sent nothing', () => {
  const { client, events } = createClient(0, WebSocket.CLOSING);
  sendToAll([client], POKE);
  deliverToAll([client], POKE);
  expect(events).toEqual([]);
});

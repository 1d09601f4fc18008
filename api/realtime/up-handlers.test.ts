import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { UpMessage } from '#contract/realtime/up.ts';
import { CallerLife } from '../http/caller/caller-life.ts';
import { createAnswer, SOCKET_HANDLERS } from './up-handlers.ts';
import type { UpHandlers } from './up-handlers.ts';
import type { SocketClient } from './socket-client.ts';

/** A client that records which messages were answered. */
function connect() {
  const answered: unknown[] = [];
  const send = (frame: string): void => void answered.push((JSON.parse(frame) as { ack: unknown }).ack);
  const client = {
    socket: { bufferedAmount: 0, send },
    life: new CallerLife(),
    network: '127.0.0.1/32',
  } as unknown as SocketClient;
  return { client, answered };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('messages of one socket are handled one after the other, while those of other sockets do not wait', async () => {
  const slow = Promise.withResolvers<void>();
  const handlers = { ...SOCKET_HANDLERS, joinChat: () => slow.promise } as unknown as UpHandlers;
  const answer = createAnswer(handlers, pino({ level: 'silent' }), () => undefined);
  const [one, other] = [connect(), connect()];
  const join: UpMessage = { event: 'joinChat', id: 1, data: { chatId: '1-alice' } };
  answer(one.client, join);
  answer(one.client, { event: 'ping', id: 2, data: undefined });
  answer(other.client, { event: 'ping', id: 3, data: undefined });
  await settle();
  expect([one.answered, other.answered]).toEqual([[], [3]]);
  slow.reject(new Error('the database is away'));
  await settle();
  expect(one.answered).toEqual([1, 2]);
});

it('[LINE2] a message that meets a fault of the storage is answered with `not-ready`, so that it is sent again', async () => {
  const sent: unknown[] = [];
  const socket = { bufferedAmount: 0, send: (text: string) => void sent.push(JSON.parse(text)) };
  const client = { socket, life: new CallerLife(), network: '192.0.2.1/32' } as unknown as SocketClient;
  const unreachable = Object.assign(new Error('unreachable'), { code: 'DATABASE_UNREACHABLE' });
  const handlers = { ping: () => Promise.reject(unreachable) } as unknown as UpHandlers;
  const answer = createAnswer(handlers, pino({ level: 'silent' }), () => undefined);
  answer(client, { event: 'ping', id: 7, data: undefined });
  await settle();
  expect(sent).toMatchObject([{ ack: 7, error: { code: 'not-ready' } }]);
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TYPING_STOP_MS } from '#contract/limits.ts';
import { startChatApp } from '../../testing/apps/chat-app.ts';
import type { ChatApp } from '../../testing/apps/chat-app.ts';
import type { EventSocket } from '../../testing/clients/event-socket.ts';

let app: ChatApp;
let chatId: string;
let buyer: EventSocket;
let seller: EventSocket;

beforeEach(async () => {
  app = await startChatApp();
  chatId = await app.startChat('alice');
  [buyer, seller] = await Promise.all([app.open('alice'), app.open('sam')]);
});
afterEach(() => app.stop());

const typed = (client: EventSocket): string[] =>
  client.received.flatMap(({ event, data }) =>
    event === 'typing' || event === 'stopTyping' ? [`${event} ${data.userId}`] : [],
  );
const ALICE_TYPES = 'typing demo-alice';
const ALICE_STOPS = 'stopTyping demo-alice';
const type = (client = buyer, name = 'alice'): void => client.send('typing', { chatId, userId: `demo-${name}` });

it('a typing event reaches all devices of the other members only', async () => {
  const others = await Promise.all([app.open('sam'), app.open('ada')]);
  const outsiders = await Promise.all([app.open('bob'), app.open('alice')]);
  type();
  for (const client of [seller, ...others]) await expect.poll(() => typed(client)).toEqual([ALICE_TYPES]);
  for (const client of [buyer, ...outsiders]) {
    await client.settle();
    expect(typed(client)).toEqual([]);
  }
});

it('typing is relayed once a second and ends after two seconds without an event', async () => {
  const startMs = performance.now();
  for (let count = 0; count < 12; count++) {
    type();
    await delay(200);
  }
  const typedMs = performance.now() - startMs;
  await expect.poll(() => typed(seller).at(-1)).toBe(ALICE_STOPS);
  const times = typed(seller).filter((text) => text === ALICE_TYPES).length;
  expect(times).toBeGreaterThan(1);
  expect(times).toBeLessThanOrEqual(typedMs / 1_000 + 1.2);
  expect(performance.now() - startMs).toBeGreaterThan(typedMs - 200 + TYPING_STOP_MS - 50);
  expect(typed(seller).filter((text) => text === ALICE_STOPS)).toHaveLength(1);
});

it('a typing event at every key does not count as a flood', async () => {
  for (let key = 0; key < 150; key++) type();
  await buyer.settle();
  await expect.poll(() => typed(seller)[0]).toBe(ALICE_TYPES);
  for (let key = 0; key < 150; key++) type();
  expect(await buyer.closed).toBe(4429);
});

it.each<[string, () => unknown]>([
  ['stopTyping', () => buyer.send('stopTyping', { chatId, userId: 'demo-alice' })],
  ['leaving the chat', () => buyer.send('leaveChat', chatId)],
  ['leaving all chats', () => buyer.send('leaveChat')],
  ['closing the socket', () => buyer.socket.close()],
  ['losing the socket', () => buyer.socket.terminate()],
  ['the message', () => buyer.send('sendMessage', { chatId, senderGoogleId: 'demo-alice', content: 'Hello' })],
])('typing ends at once with %s', async (_, end) => {
  type();
  await expect.poll(() => typed(seller)).toEqual([ALICE_TYPES]);
  end();
  await expect.poll(() => typed(seller), { timeout: TYPING_STOP_MS - 200 }).toEqual([ALICE_TYPES, ALICE_STOPS]);
});

it('typing events of outsiders, visitors and impostors are ignored without an error', async () => {
  const bob = await app.open('bob');
  const visitor = await app.openVisitor();
  const hostile: readonly [EventSocket, string][] = [
    [bob, 'demo-bob'],
    [bob, 'demo-alice'],
    [buyer, 'demo-sam'],
    [visitor, 'demo-alice'],
  ];
  for (const event of ['typing', 'stopTyping']) {
    for (const [client, userId] of hostile) {
      expect(await client.ask(event, { chatId, userId })).toEqual({ ack: expect.any(Number) });
      client.send(event, { chatId: '9-demo-unknown', userId });
      client.send(event, { chatId, userId });
      await client.settle();
      expect(client.received.filter((frame) => frame.event === 'error' || frame.error)).toEqual([]);
    }
  }
  await seller.settle();
  expect(typed(seller)).toEqual([]);
  // Other clients are not affected.
  type();
  await expect.poll(() => typed(seller)).toEqual([ALICE_TYPES]);
});

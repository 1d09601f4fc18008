import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAppContext } from '../../app-context.ts';
import { startChatApp } from '../../testing/apps/chat-app.ts';
import type { ChatApp } from '../../testing/apps/chat-app.ts';
import type { EventSocket } from '../../testing/clients/event-socket.ts';
import { createRandom } from '../../testing/random.ts';

let app: ChatApp;
let chatId: string;

beforeEach(async () => {
  app = await startChatApp({ socketLimits: { perUser: 50, perNetwork: 100 } });
  chatId = await app.startChat('alice');
});
afterEach(() => app.stop());

const sayMany = async (count: number, text = 'word'): Promise<void> => {
  for (let number = 1; number <= count; number++) await app.say('alice', chatId, `${text} ${number}`);
};
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const historyOf = (client: EventSocket): number[] =>
  client.dataOf('chatHistory').flatMap((messages: { seq: number }[]) => messages.map(({ seq }) => seq));
const streamOf = (client: EventSocket): number[] => client.dataOf('newMessage').map(({ seq }: { seq: number }) => seq);

it('joining sends the newest fifty messages, or all after a given one', async () => {
  await sayMany(120);
  const client = await app.open('sam');
  expect(await client.ask('joinChat', chatId)).toEqual({ ack: 1 });
  expect(historyOf(client)).toEqual(range(71, 120));

  const other = await app.open('sam');
  await other.ask('joinChat', { chatId, after: 10 });
  expect(historyOf(other)).toEqual(range(11, 120));
  expect(other.dataOf('chatHistory').map(({ length }: { length: number }) => length)).toEqual([100, 10]);
  expect(streamOf(other)).toEqual([]);

  // Without new messages an empty history is sent.
  await other.ask('joinChat', { chatId, after: 120 });
  expect(other.dataOf('chatHistory').at(-1)).toEqual([]);
});

it('a long history is sent in several frames', async () => {
  await sayMany(40, '🙂'.repeat(3_900));
  const client = await app.open('sam');
  await client.ask('joinChat', { chatId, after: 0 });
  expect(historyOf(client)).toEqual(range(1, 40));
  expect(client.dataOf('chatHistory').length).toBeGreaterThan(4);
});

it('an `after` beyond the newest message hides no later message', async () => {
  await sayMany(3);
  const client = await app.open('sam');
  await client.ask('joinChat', { chatId, after: 1_000 });
  expect(historyOf(client)).toEqual([]);
  await app.say('alice', chatId, 'more');
  await expect.poll(() => streamOf(client)).toEqual([4]);
});

it('[MSG3] no message is missing or repeated between history and stream', async () => {
  const random = createRandom(5);
  const messages = 200;
  let written = 0;
  const writing = (async () => {
    while (written < messages) {
      const batch = 1 + Math.floor(random() * 8);
      await Promise.all(range(1, batch).map((number) => app.say(number % 2 ? 'alice' : 'sam', chatId, 'word')));
      written += batch;
    }
  })();
  const joins = range(1, 20).map(async (number) => {
    await delay(random() * 500);
    const client = await app.open(number % 2 ? 'alice' : 'sam');
    const after = Math.floor(random() * written);
    await client.ask('joinChat', number % 3 === 0 ? chatId : { chatId, after });
    // Some leave and join again.
    if (number % 5 > 0) return { client, from: number % 3 === 0 ? undefined : after + 1 };
    await client.ask('leaveChat', chatId);
    const seen = [...historyOf(client), ...streamOf(client)].at(-1) ?? after;
    await client.ask('joinChat', { chatId, after: seen });
    return { client, from: number % 3 === 0 ? undefined : after + 1 };
  });
  const clients = await Promise.all(joins);
  await writing;
  for (const { client, from } of clients) {
    await expect.poll(() => Math.max(...historyOf(client), ...streamOf(client))).toBe(written);
    const received = client.received.flatMap(({ event, data }) =>
      event === 'chatHistory'
        ? data.map(({ seq }: { seq: number }) => seq)
        : event === 'newMessage'
          ? [data.seq as number]
          : [],
    );
    expect(received).toEqual(range(from ?? received[0], written));
  }
}, 60_000);

it('messages of another process are streamed as well', async () => {
  const client = await app.open('sam');
  await client.ask('joinChat', chatId);
  await client.ask('getChats', { participantId: 'demo-sam' });
  const other = await createAppContext(app.context.config);
  await app.say('alice', chatId, 'from elsewhere', other);
  await other.close();
  await expect.poll(() => streamOf(client)).toEqual([1]);
  await expect.poll(() => client.dataOf('chatsChanged').length).toBeGreaterThan(0);
  await expect.poll(() => client.dataOf('chatsList').at(-1)?.[0]).toMatchObject({ last_message: 'from elsewhere' });
});

it('a former member receives nothing more', async () => {
  const [sam, ada] = await Promise.all([app.open('sam'), app.open('ada')]);
  await sam.ask('joinChat', chatId);
  await ada.ask('joinChat', chatId);
  await app.context.database.writer
    .updateTable('chat_member')
    .set({ role: 'former' })
    .where('sub', '=', 'demo-ada')
    .execute();
  await app.say('alice', chatId, 'for the staff only');
  await expect.poll(() => streamOf(sam)).toEqual([1]);
  sam.send('typing', { chatId, userId: 'demo-sam' });
  await sam.settle();
  await ada.settle();
  expect(streamOf(ada)).toEqual([]);
  expect(ada.dataOf('chatsChanged')).toEqual([expect.anything()]);
  expect(ada.dataOf('typing')).toEqual([]);
  for (const [event, data] of [
    ['joinChat', chatId],
    ['markAsRead', { chatId }],
    ['sendMessage', { chatId, senderGoogleId: 'demo-ada', content: 'Still here' }],
  ] as const) {
    expect((await ada.ask(event, data)).error?.code).toBe('not-found');
  }
});

it('the chat list is sent again after a change, at most once a second', async () => {
  const client = await app.open('sam');
  await client.ask('getChats', { participantId: 'demo-sam' });
  const startMs = performance.now();
  for (let number = 1; number <= 60; number++) {
    await app.say('alice', chatId, `word ${number}`);
    await delay(25);
  }
  await expect
    .poll(() => client.dataOf('chatsList').at(-1)?.[0])
    .toMatchObject({ last_message: 'word 60', unread_count: 60 });
  const lists = client.dataOf('chatsList').length;
  expect(lists).toBeGreaterThan(2);
  // The first reply, one right after the first change, and one per second.
  expect(lists).toBeLessThanOrEqual(3 + (performance.now() - startMs) / 1_000);
}, 60_000);

import { openTestContext } from '../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '#contract/chats/chat.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { createRandom } from '../testing/random.ts';
import { json, send } from '../testing/clients/send.ts';
import { startServerProcess, UNLIMITED_SERVER } from '../testing/processes/server-process.ts';
import type { ServerProcess } from '../testing/processes/server-process.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { createRetryingClient } from '../testing/clients/retrying-client.ts';

/** Messages that each side sends. */
const MESSAGES = 500;
const SOCKET_CUTS = 100;
const SERVER_KILLS = 5;
/** Unsent messages that each side holds. */
const BURST = 20;

let dataDir: string;
let server: ServerProcess;
let url: string;

const start = async (): Promise<void> => {
  server = startServerProcess(dataDir, { DEMO: '1' }, UNLIMITED_SERVER);
  url = await server.url();
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-chat-'));
  const context = await openTestContext(dataDir);
  await context.products.saveProducts('ayz', [
    { id: 1, fields: { title: 'Camera', main_category: 'Photo', category: 'Cameras' } },
  ]);
  await context.close();
  await start();
});
afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

it('[issue 5] both sides get every message once and in order despite cut sockets and killed servers', async () => {
  const [alice, sam] = await Promise.all([signIn({ url }, 'alice'), signIn({ url }, 'sam')]);
  const started = await send(url, '/api/chats', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...alice.headers },
    body: JSON.stringify({ productId: 1, buyerGoogleId: alice.sub }),
  });
  const chatId = String(json(started)['id']);
  const random = createRandom(7);
  let wake = (): void => undefined;
  const onMessage = (): void => wake();
  const clients = [alice, sam].map(({ sub, headers }) =>
    createRetryingClient({ sub, headers, chatId, getUrl: () => url, onMessage }),
  );
  const sent = clients.map(() => 0);
  const delivered = (): number => Math.min(...clients.map(({ messages }) => messages.length));
  const waitFor = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await new Promise<void>((resolve) => (wake = resolve));
  };
  /** Keeps both sides sending until each has received `total` messages. */
  const talkUntil = async (total: number): Promise<void> => {
    while (delivered() < total) {
      for (const [index, client] of clients.entries()) {
        while (client.unsent < BURST && (sent[index] ?? 0) < MESSAGES) {
          sent[index] = (sent[index] ?? 0) + 1;
          client.say(`${index} says ${sent[index]}`);
        }
        if (random() < 0.01) client.markRead();
      }
      const before = delivered();
      await waitFor(() => delivered() > before);
    }
  };

  let cuts = 0;
  const steps = SOCKET_CUTS + SERVER_KILLS;
  for (let step = 1; step <= steps; step++) {
    await talkUntil(Math.floor((2 * MESSAGES * step) / (steps + 1)));
    if (step % Math.floor(steps / SERVER_KILLS) === 0) {
      await server.kill();
      await start();
    } else {
      const [first, second] = random() < 0.5 ? clients : clients.toReversed();
      // A client that is reconnecting has no socket to cut.
      while (!first?.cut() && !second?.cut()) await new Promise((resolve) => setTimeout(resolve, 5));
      cuts += 1;
    }
  }
  await talkUntil(2 * MESSAGES);

  expect(cuts).toBe(SOCKET_CUTS);
  const [mine = [], theirs = []] = clients.map(({ messages }) => messages);
  expect(clients.flatMap(({ faults }) => faults)).toEqual([]);
  expect(mine).toEqual(theirs);
  expect(mine.map(({ seq }) => seq)).toEqual(mine.map((_, index) => index + 1));
  expect(new Set(mine.map(({ sender_google_id, id }) => `${sender_google_id} ${id}`)).size).toBe(2 * MESSAGES);
  for (const [index, { sub }] of [alice, sam].entries()) {
    const contents = mine.filter(({ sender_google_id }) => sender_google_id === sub).map(({ content }) => content);
    expect(contents).toEqual(Array.from({ length: MESSAGES }, (_, number) => `${index} says ${number + 1}`));
  }
  for (const client of clients) client.close();
  await expectUnread(chatId, [alice, sam], mine);
}, 240_000);

/** Checks for both sides that messages of the other side after the read mark are unread. */
async function expectUnread(
  chatId: string,
  users: readonly Awaited<ReturnType<typeof signIn>>[],
  messages: readonly Message[],
): Promise<void> {
  for (const { sub, headers } of users) {
    const socket = await openEventSocket(url, headers);
    const list = async () => {
      await socket.ask('getChats', { participantId: sub });
      return socket.dataOf('chatsList').at(-1)[0];
    };
    const before = await list();
    const unread = messages.filter(({ seq, sender_google_id }) => seq > before.read_seq && sender_google_id !== sub);
    expect(before).toMatchObject({ unread_count: unread.length, has_unread_messages: unread.length > 0 });
    await socket.ask('markAsRead', { chatId, seq: 950 });
    const late = messages.filter(({ seq, sender_google_id }) => seq > 950 && sender_google_id !== sub);
    expect((await list()).unread_count).toBe(Math.min(unread.length, late.length));
    await socket.ask('markAsRead', { chatId });
    expect(await list()).toMatchObject({ unread_count: 0, has_unread_messages: false, last_seq: messages.length });
    socket.socket.close();
  }
}

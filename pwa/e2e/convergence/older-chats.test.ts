import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { pullAccount } from '#contract/http/account.ts';
import { FIRST_CHATS, MAX_CHATS_PER_PAGE } from '#contract/limits.ts';
import { stockCameras } from '#api/testing/apps/order-app.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { openChatClient } from '#api/testing/clients/chat-client.ts';
import type { ChatClient } from '#api/testing/clients/chat-client.ts';
import { signIn } from '#api/testing/clients/sign-in.ts';
import { ChatLoader } from '#sync/account/chats/chat-loader.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { UserStore } from '#sync/account/store/user-store.ts';
import { createApiClient } from '#sync/server/api-client.ts';
import { applyAnswer } from '#sync/testing/apply-answer.ts';

const OLDER = 250;
const CHATS = FIRST_CHATS + OLDER;
const SELLER = 'demo-sam';

let app: TestApp;
let alice: ChatClient;
/** Ids of all chats, the newest first, as in the seller's list. */
let ids: readonly string[];

beforeAll(async () => {
  app = await startTestApp();
  await stockCameras(app, 1, 1);
  await signIn(app, 'sam');
  alice = await openChatClient(app, 'alice');
  await alice.push(
    { name: 'startChat', args: { product_id: 1 } },
    { name: 'sendMessage', args: messageTo(chatIdOf(alice.sub, 1), 'Is it new?') },
  );
  const { writer } = app.context.database;
  const chat = await writer.selectFrom('chat').selectAll().executeTakeFirstOrThrow();
  const members = await writer.selectFrom('chat_member').selectAll().execute();
  // Copies with earlier times, all read, some of them at the same time.
  const copied = Array.from({ length: CHATS - 1 }, (_, index) => ({
    ...chat,
    id: chatIdOf(alice.sub, index + 2),
    product_id: index + 2,
    last_message_at: (chat.last_message_at ?? 0) - 1_000 * (1 + Math.floor(index / 10)),
  }));
  copied.sort((one, other) => other.last_message_at - one.last_message_at || (one.id < other.id ? -1 : 1));
  ids = [chat, ...copied].map(({ id }) => id);
  for (let start = 0; start < copied.length; start += 50) {
    const chats = copied.slice(start, start + 50);
    await writer.insertInto('chat').values(chats).execute();
    const others = chats.flatMap(({ id }) => members.map((member) => ({ ...member, chat_id: id, read_seq: 1 })));
    await writer.insertInto('chat_member').values(others).execute();
  }
});
afterAll(() => app.stop());

const messageTo = (chat_id: string, content: string) => ({
  chat_id,
  message_id: crypto.randomUUID(),
  content,
  images: [],
});

/** A new device of the seller, which has pulled. */
async function openDevice() {
  const { headers } = await signIn(app, 'sam');
  let calls = 0;
  const client = createApiClient(app.url, (input, init) => {
    calls += 1;
    return fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  });
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const store = new UserStore(SELLER, idb);
  const data = openUserData(SELLER, idb);
  const loader = new ChatLoader({ store, client, now: Date.now });
  const pull = async (): Promise<void> => {
    const { asked, sent } = await store.exchangeContext();
    const changes = await client.call(pullAccount, { query: sent });
    await applyAnswer(store, { changes, asked });
  };
  await pull();
  const listIds = async (): Promise<string[]> => (await data.chats.list()).map(({ id }) => id);
  const close = (): void => {
    data.close();
    store.close();
  };
  return { data, loader, pull, listIds, close, countCalls: () => calls };
}

test('[CHAT18] a new device of a seller reaches all chats, the newest of the older ones first', async () => {
  const device = await openDevice();
  expect(new Set(await device.listIds())).toEqual(new Set(ids.slice(0, FIRST_CHATS)));
  expect(await device.data.chats.hasOlder()).toBe(true);

  expect(await device.loader.loadOlderChats()).toEqual({ hasOlder: true });
  const known = await device.listIds();
  expect(new Set(known)).toEqual(new Set(ids.slice(0, known.length)));
  expect(known).toHaveLength(FIRST_CHATS + MAX_CHATS_PER_PAGE);
  const before = device.countCalls();
  expect(await device.loader.loadOlderChats()).toEqual({ hasOlder: true });
  expect(await device.loader.loadOlderChats()).toEqual({ hasOlder: false });
  // The device has kept its position in the list: each page took one call.
  expect(device.countCalls() - before).toBe(2);
  expect(new Set(await device.listIds())).toEqual(new Set(ids));
  expect(await device.data.chats.hasOlder()).toBe(false);
  expect(await device.loader.loadOlderChats()).toEqual({ hasOlder: false });
  device.close();
});

test('[CHAT18] an older chat opens by its link, and one that changes meanwhile is as the server has it', async () => {
  const device = await openDevice();
  const [linked = '', changed = ''] = ids.slice(-2);
  expect(await device.data.chats.find(linked)).toBeUndefined();
  await device.loader.loadChat(linked);
  expect((await device.data.chats.find(linked))?.last_message).toBe('Is it new?');
  await device.loader.loadChat(chatIdOf('demo-bob', 1));
  expect(await device.data.chats.find(chatIdOf('demo-bob', 1))).toBeUndefined();

  await device.loader.loadChat(changed);
  await alice.push({ name: 'sendMessage', args: messageTo(changed, 'And blue?') });
  await device.pull();
  expect(await device.data.chats.find(changed)).toMatchObject({ last_message: 'And blue?', unread_count: 1 });
  expect((await device.data.chats.messages(changed, 10)).messages.map(({ content }) => content)).toEqual(['And blue?']);
  device.close();
});

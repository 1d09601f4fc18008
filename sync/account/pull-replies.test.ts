import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChatReplies } from '#contract/http/chat-replies.ts';
import { AccountExchange } from './exchange.ts';
import { createApiClient } from '../server/api-client.ts';
import { AccountServer } from '../testing/account-server.ts';
import type { UserData } from '../api/account-api.ts';
import { openUserData } from './open-user-data.ts';
import { UserStore } from './store/user-store.ts';

const replyOf = (name: string) => ({ id: crypto.randomUUID(), name, text: `${name} {buyer}`, version: 1 });

/** What the server has; without replies the user is not on the staff. */
let replies: ChatReplies | undefined;
let isReplyLost: boolean;
let calls: number;
let data: UserData;
let store: UserStore;
let exchange: AccountExchange;

beforeEach(() => {
  [replies, isReplyLost, calls] = [{ version: 'v1', replies: [replyOf('Hello')] }, false, 0];
  const server = new AccountServer('sam');
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const fetchWithReplies: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/api/chat-replies') {
      calls += 1;
      if (isReplyLost) throw new TypeError('lost');
      return replies ? Response.json(replies) : new Response('{}', { status: 403 });
    }
    const response = await server.fetch(input, init);
    if (pathname !== '/api/sync/account') return response;
    const changes = (await response.json()) as object;
    return Response.json({ ...changes, replies: replies?.version });
  };
  data = openUserData(server.sub, idb);
  store = new UserStore(server.sub, idb);
  const client = createApiClient('http://shop.example', fetchWithReplies);
  const clocks = { now: () => 1, monotonicNow: () => 0, random: () => 1 };
  exchange = new AccountExchange({ store, client, user: server.sub, ...clocks });
});
afterEach(() => {
  data.close();
  store.close();
});

const pull = (): Promise<void> => exchange.run(new AbortController().signal, () => undefined);
const namesOnDevice = async () => (await data.chats.replies()).map(({ name }) => name);

it('[CHAT17] canned replies come with a pull, and are fetched again only when they have changed', async () => {
  expect(await namesOnDevice()).toEqual([]);
  await pull();
  await pull();
  expect([await namesOnDevice(), calls]).toEqual([['Hello'], 1]);
  replies = { version: 'v2', replies: [replyOf('Thanks'), replyOf('Hello')] };
  await pull();
  expect([await namesOnDevice(), calls]).toEqual([['Thanks', 'Hello'], 2]);
});

it('[CHAT17] a pull succeeds without its canned replies; the known ones stay, and the next pull fetches them', async () => {
  await pull();
  isReplyLost = true;
  replies = { version: 'v2', replies: [] };
  await pull();
  expect(await namesOnDevice()).toEqual(['Hello']);
  isReplyLost = false;
  await pull();
  expect(await namesOnDevice()).toEqual([]);
});

it('[CHAT17] a user who is no longer on the staff has no canned replies, nor has one of a server without them', async () => {
  await pull();
  replies = undefined;
  await pull();
  await pull();
  expect([await namesOnDevice(), calls]).toEqual([[], 1]);
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserData } from '../../api/account-api.ts';
import { openUserData } from '../open-user-data.ts';
import { UserStore } from '../store/user-store.ts';
import { add } from '../../testing/account-device.ts';
import { applyAnswer } from '../../testing/apply-answer.ts';
import { loseNextCommit } from '../../testing/lost-commit.ts';

let idb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof globalThis.IDBKeyRange };
let store: UserStore;

beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  store = new UserStore('alice', idb);
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
});

const PRODUCT = { product_id: 7, title: '', preview: '', placeholder: '', buyer_name: '' };
const CHAT = '7-alice';
const TAP = add(7);

/** Performs a write whose commit succeeds while its answer is lost; returns how often it was reported as enqueued. */
async function perform(write: (data: UserData) => Promise<unknown>): Promise<number> {
  const onEnqueued = vi.fn();
  const isLost = loseNextCommit('operations');
  const data = openUserData('alice', { ...idb, onEnqueued });
  await write(data);
  expect(isLost()).toBe(true);
  data.close();
  return onEnqueued.mock.calls.length;
}

const list = () => store.run((database) => database.operations.toCollection().sortBy('number'));

it.each<[string, (data: UserData) => Promise<unknown>]>([
  ['an addition to the cart', (data) => data.enqueue(TAP)],
  ['a new chat', (data) => data.chats.start(PRODUCT)],
  ['a message', (data) => data.chats.send(CHAT, { content: 'Hello', photos: [] })],
  ['a read mark', (data) => data.chats.markRead(CHAT, 3)],
])('[OUT1] %s is one operation, reported as enqueued once, if its commit has no answer', async (kind, write) => {
  if (kind === 'a read mark')
    await store.run((database) => database.chats.put({ id: CHAT, last_seq: 5, read_seq: 0 } as never));
  expect(await perform(write)).toBe(1);
  expect(await list()).toMatchObject([{ number: 1, state: 'waiting' }]);
});

it('[OUT2] sending a rejected operation again, and discarding it, take effect if the commit has no answer', async () => {
  const data = openUserData('alice', idb);
  await data.enqueue(TAP);
  await data.enqueue(TAP);
  const [first, second] = await list();
  const rejection = { code: 'x', detail: '', current: null };
  for (const record of await list()) await store.reject(record, rejection);
  data.close();
  await perform((opened) => opened.sendAgain(first?.id ?? ''));
  expect(await list()).toMatchObject([
    { id: second?.id, state: 'rejected' },
    { number: 3, state: 'waiting' },
  ]);
  vi.restoreAllMocks();
  await perform((opened) => opened.discard(second?.id ?? ''));
  expect(await list()).toMatchObject([{ number: 3 }]);
});

it('[OUT1] results are applied once if the commit has no answer', async () => {
  const data = openUserData('alice', idb);
  await data.enqueue({ name: 'sendMessage', args: { chat_id: CHAT, message_id: 'm', content: 'x', images: ['/p'] } });
  data.close();
  const [{ id } = { id: '' }] = await list();
  store.close();
  const isLost = loseNextCommit('operations');
  store = new UserStore('alice', idb);
  const results = [{ id, outcome: 'rejected', code: 'photo-missing', detail: '' } as const];
  await applyAnswer(store, { results });
  expect(isLost()).toBe(true);
  expect(await list()).toMatchObject([{ number: 2, state: 'held', isUploadedAgain: true }]);
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#contract/chats/chat.ts';
import { chatIdOf, photoPath } from '#contract/chats/chat-path.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import type { UserData } from '../../api/account-api.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { ChatLoader } from './chat-loader.ts';
import { openUserData } from '../open-user-data.ts';
import { UserStore } from '../store/user-store.ts';
import { chatRow, messageRow } from '../../testing/chat-rows.ts';
import { applyAnswer, changesOf } from '../../testing/apply-answer.ts';

const CHAT = chatIdOf('alice', 7);
const OTHER = chatIdOf('alice', 8);

let store: UserStore;
let data: UserData;

beforeEach(() => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  store = new UserStore('alice', idb);
  data = openUserData('alice', idb);
});
afterEach(() => {
  data.close();
  store.close();
});

const chatOf = (id: string, last_seq: number) => chatRow(id, { last_seq });
const messageOf = (seq: number, more: Partial<Message> = {}) => messageRow(CHAT, seq, more);
const range = (first: number, last: number): Message[] =>
  Array.from({ length: last - first + 1 }, (_, index) => messageOf(first + index));

const take = async (
  chats: Partial<AccountChanges['chats']>,
  results: readonly OperationResult[] = [],
): Promise<boolean> => applyAnswer(store, { results, changes: changesOf({ epoch: 'one', chats }) });

/** Lets a loader fetch something; the server answers with `answer`. */
const load = (what: (loader: ChatLoader) => Promise<unknown>, answer: unknown): Promise<unknown> =>
  what(new ChatLoader({ store, client: { call: async () => answer } as unknown as ApiClient, now: () => 1 }));

const shown = async (): Promise<string[]> =>
  (await data.chats.messages(CHAT, 50)).messages.map(({ content, state }) => `${content} ${state}`);
const places = async (): Promise<number[]> =>
  (await store.run(({ messages }) => messages.toArray()))
    .filter(({ chat_id }) => chat_id === CHAT)
    .map(({ seq }) => seq);

it('[CHAT9] a reset leaves only the chats that it names', async () => {
  await take({ seq: 5, changed: [chatOf(CHAT, 3), chatOf(OTHER, 0)], messages: range(1, 3) });
  await data.chats.saveDraft(CHAT, { content: 'kept', photos: [] });
  await take({ seq: 9, changed: [chatOf(CHAT, 8)], messages: range(7, 8), isReset: true });
  expect((await data.chats.list()).map(({ id, draft }) => `${id} ${draft}`)).toEqual([`${CHAT} kept`]);
  expect(await places()).toEqual([7, 8]);
});

it('[CHAT9] a deleted chat that was begun again under its id has only the new messages', async () => {
  await take({ seq: 5, changed: [chatOf(CHAT, 3)], messages: range(1, 3) });
  await take({ seq: 9, changed: [chatOf(CHAT, 1)], messages: range(1, 1), removed: [CHAT] });
  expect(await places()).toEqual([1]);
  expect((await data.chats.list()).map(({ id }) => id)).toEqual([CHAT]);
});

it('[CHAT9] a reset keeps only photos that exist on this device alone', async () => {
  await take({ seq: 5 });
  const stored = (['own', 'uploaded', 'fetched'] as const).map((kind) => {
    return { path: photoPath(CHAT, kind), kind, blob: new Blob(['x']), bytes: 1, keptAtMs: 0 };
  });
  await store.run(({ photos }) => photos.bulkPut(stored));
  await take({ seq: 9, isReset: true });
  expect((await store.run(({ photos }) => photos.toArray())).map(({ kind }) => kind).sort()).toEqual([
    'own',
    'uploaded',
  ]);
});

it('[CHAT9] one missing message counts as a gap: within an answer, before the messages on the device, and after them', async () => {
  await take({ seq: 5, changed: [chatOf(CHAT, 12)], messages: [messageOf(8), ...range(10, 12)] });
  expect(await places()).toEqual([10, 11, 12]);
  await expect(load((loader) => loader.loadOlder(CHAT), range(5, 9))).rejects.toMatchObject({ code: 'not-found' });
  expect(await places()).toEqual([10, 11, 12]);
  await load((loader) => loader.loadOlder(CHAT), [messageOf(6), ...range(8, 10)]);
  expect(await places()).toEqual([8, 9, 10, 11, 12]);
  await take({ seq: 9, changed: [chatOf(CHAT, 15)], messages: range(14, 15) });
  expect(await places()).toEqual([14, 15]);
});

it('[CHAT18] older chats are added to newer rows; a late reply, or one of another epoch, adds none', async () => {
  await take({ seq: 5, changed: [chatOf(CHAT, 3)], messages: range(1, 3) });
  const next = { before: 7, chat: OTHER };
  const older = { epoch: 'one', seq: 5, chats: [chatOf(CHAT, 1), chatOf(OTHER, 2)], next };
  await load((loader) => loader.loadChat(OTHER), { ...older, epoch: 'an earlier one' });
  await load((loader) => loader.loadChat(OTHER), { ...older, seq: 4 });
  expect((await data.chats.list()).map(({ id }) => id)).toEqual([CHAT]);
  await load((loader) => loader.loadChat(OTHER), older);
  const lasts = async () =>
    (await store.run(({ chats }) => chats.orderBy('id').toArray())).map(({ id, last_seq }) => [id, last_seq]);
  expect(await lasts()).toEqual([
    [CHAT, 3],
    [OTHER, 2],
  ]);
  await store.run((database) => database.meta.put({ key: 'olderChats', value: 'start' }));
  await load((loader) => loader.loadOlderChats(), { ...older, chats: [chatOf('9-alice', 1)] });
  expect((await store.run((database) => database.meta.get('olderChats')))?.value).toEqual(next);
  // A reset names all chats that the device has from then on.
  await take({ seq: 9, changed: [chatOf(CHAT, 3)], isReset: true });
  expect(await lasts()).toEqual([[CHAT, 3]]);
  expect(await data.chats.hasOlder()).toBe(false);
});

it('[CHAT2] a message that the server has applied stays visible until the page with its row has arrived', async () => {
  await take({ seq: 1, changed: [chatOf(CHAT, 0)] });
  await data.chats.send(CHAT, { content: 'mine', photos: [] });
  const [operation] = await data.outbox();
  const mutation = operation?.mutation;
  const id = mutation?.name === 'sendMessage' ? mutation.args.message_id : '';
  // Others have sent so many earlier messages that this one is on a later page.
  const first = { seq: 3, changed: [chatOf(CHAT, 3)], messages: range(1, 2), more: true };
  const results = [{ id: operation?.id ?? '', outcome: 'applied', seq: 4 }] as const;
  await take(first, results);
  expect(await shown()).toEqual(['1 sent', '2 sent', 'mine waiting']);
  const mine = messageOf(3, { id, sender_google_id: 'alice', content: 'mine' });
  await take({ seq: 4, changed: [chatOf(CHAT, 3)], messages: [mine] }, results);
  expect(await shown()).toEqual(['1 sent', '2 sent', 'mine sent']);
  expect(await data.outbox()).toEqual([]);
});

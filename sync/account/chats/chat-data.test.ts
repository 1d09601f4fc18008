import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chat, Message } from '#contract/chats/chat.ts';
import { chatIdOf, photoPath } from '#contract/chats/chat-path.ts';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { UserDatabase } from '../store/user-database.ts';
import type { UserData } from '../../api/account-api.ts';
import { chatRow as toChat, messageRow as toMessage } from '../../testing/chat-rows.ts';
import { openUserData } from '../open-user-data.ts';

const BUYER = 'alice';
const SELLER = 'sam';
const CHAT = chatIdOf(BUYER, 7);
const KNOWN = { product_id: 7, title: 'Phone', preview: '/p.webp', placeholder: 'abc', buyer_name: 'Alice' };

let data: UserData;
let database: UserDatabase;
const onEnqueued = vi.fn<() => void>();

const openAs = (user: string): void => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  data = openUserData(user, { ...idb, onEnqueued });
  database = new UserDatabase(userDatabaseName(user), idb);
};
beforeEach(() => {
  onEnqueued.mockReset();
  openAs(BUYER);
});
afterEach(() => {
  data.close();
  database.close();
});

const chatRow = (more: Partial<Chat> = {}) => toChat(CHAT, more);
const messageRow = (seq: number, sender_google_id = SELLER, more: Partial<Message> = {}) =>
  toMessage(CHAT, seq, { sender_google_id, content: `Message ${seq}`, ...more });

const text = (content: string) => ({ content, photos: [] });
const photo = new Blob(['photo'], { type: 'image/jpeg' });
const show = async (count = 50): Promise<string[]> =>
  (await data.chats.messages(CHAT, count)).messages.map(({ content, state }) => `${content} ${state}`);

describe('[CHAT1] a chat started on the device', () => {
  it('is listed at once with what the page knew, and is the same one when started again', async () => {
    expect(await data.chats.start(KNOWN)).toBe(CHAT);
    expect(await data.chats.start(KNOWN)).toBe(CHAT);
    expect(await data.chats.list()).toMatchObject([
      {
        id: CHAT,
        title: 'Phone',
        preview: '/p.webp',
        buyer_name: 'Alice',
        isWaiting: true,
        draft: '',
        unread_count: 0,
      },
    ]);
    expect(await data.outbox()).toMatchObject([{ mutation: { name: 'startChat', args: { product_id: 7 } } }]);
    expect(onEnqueued).toHaveBeenCalledTimes(1);
  });

  it('[LIFE2] is a new chat for a later product with the same id', async () => {
    const later = chatIdOf(BUYER, 7, 40);
    expect(await data.chats.start(KNOWN)).toBe(CHAT);
    expect(await data.chats.start({ ...KNOWN, life: 40, title: 'Chair' })).toBe(later);
    const chats = await data.chats.list();
    expect(chats.map(({ id, life, title }) => [id, life, title])).toEqual([
      [later, 40, 'Chair'],
      [CHAT, 0, 'Phone'],
    ]);
  });

  it('is the one on the server, if there is one', async () => {
    await database.chats.put(chatRow({ title: 'Old title' }));
    expect(await data.chats.start(KNOWN)).toBe(CHAT);
    expect(await data.outbox()).toEqual([]);
    expect(await data.chats.find(CHAT)).toMatchObject({ title: 'Old title', isWaiting: false });
    expect(await data.chats.find('8-alice')).toBeUndefined();
  });

  it('stays visible when the server rejects it, and may be started again', async () => {
    await data.chats.start(KNOWN);
    const [first] = await data.outbox();
    const rejection = { code: 'x', detail: '', current: null };
    await database.operations.update(first?.id ?? '', { state: 'rejected', rejection });
    expect(await data.chats.find(CHAT)).toMatchObject({ isWaiting: true });
    await data.chats.start(KNOWN);
    expect(await data.outbox()).toMatchObject([{ rejection: null }]);
    expect((await data.outbox())[0]?.id).not.toBe(first?.id);
  });
});

describe('[CHAT2] a message', () => {
  it('is shown at once after those received, and moves its chat to the top of the list', async () => {
    await database.chats.bulkPut([
      chatRow({ last_seq: 1, last_message: 'Message 1', last_message_time: '2026-01-01T00:00:01.000Z' }),
      chatRow({ id: '8-alice', product_id: 8, last_seq: 1, last_message_time: '2999-01-01T00:00:01.000Z' }),
    ]);
    await database.messages.put(messageRow(1));
    expect((await data.chats.list()).map(({ id }) => id)).toEqual(['8-alice', CHAT]);
    await data.chats.send(CHAT, text('  Is it\r\nstill there?\u0000 '));
    expect(await show()).toEqual(['Message 1 sent', 'Is it\nstill there? waiting']);
    expect(await data.chats.list()).toMatchObject([
      { id: CHAT, last_message: 'Is it\nstill there?', last_sender_google_id: BUYER, last_seq: 1 },
      { id: '8-alice' },
    ]);
  });

  it.each([
    ['is blank', { content: ' \n\t', photos: [] }],
    ['is too long', { content: '😀'.repeat(4_001), photos: [] }],
    ['has too many photos', { content: '', photos: Array.from({ length: 6 }, (_, n) => photoPath(CHAT, `p${n}`)) }],
    ['has a photo that is not on the device', { content: 'x', photos: [photoPath(CHAT, 'p')] }],
  ])('that %s is not accepted', async (_what, draft) => {
    await expect(data.chats.send(CHAT, draft)).rejects.toThrow(RangeError);
    expect(await data.outbox()).toEqual([]);
  });

  it('has its length counted in Unicode characters, not in UTF-16 units', async () => {
    await data.chats.send(CHAT, text('😀'.repeat(4_000)));
    expect(await data.outbox()).toHaveLength(1);
  });

  it('is shown once when it arrives before the result of its operation, and not mistaken for another sender’s', async () => {
    await database.chats.put(chatRow({ last_seq: 2, peer_read_seq: 1 }));
    await data.chats.send(CHAT, text('One'));
    await data.chats.send(CHAT, text('Two'));
    const ids = (await database.operations.toCollection().sortBy('number')).map(({ mutation }) =>
      mutation.name === 'sendMessage' ? mutation.args.message_id : '',
    );
    await database.messages.put(messageRow(1, BUYER, { id: ids[0] ?? '', content: 'One' }));
    await database.messages.put(messageRow(2, SELLER, { id: ids[1] ?? '', content: 'Fake' }));
    expect(await show()).toEqual(['One read', 'Fake sent', 'Two waiting']);
  });

  it('keeps its text when rejected, and can be sent again or discarded', async () => {
    await database.chats.put(chatRow());
    await data.chats.send(CHAT, text('One'));
    await data.chats.send(CHAT, text('Two'));
    await database.operations
      .toCollection()
      .modify({ state: 'rejected', rejection: { code: 'x', detail: '', current: null } });
    const [one, two] = (await data.chats.messages(CHAT, 10)).messages;
    expect(one).toMatchObject({
      content: 'One',
      state: 'rejected',
      operationId: expect.any(String) as string,
      rejection: { code: 'x' },
    });
    expect(await data.chats.find(CHAT)).toMatchObject({ last_message: '' });
    await data.sendAgain(one?.operationId ?? '');
    await data.discard(two?.operationId ?? '');
    expect(await show()).toEqual(['One waiting']);
    expect((await data.chats.messages(CHAT, 10)).messages[0]?.id).toBe(one?.id);
  });
});

describe('[CHAT3] the messages of a chat', () => {
  it('are the newest ones, and `older` says where earlier ones are', async () => {
    await database.chats.put(chatRow({ last_seq: 9 }));
    expect(await data.chats.messages(CHAT, 3)).toEqual({ messages: [], older: 'server' });
    await database.messages.bulkPut([4, 5, 6, 7, 8, 9].map((seq) => messageRow(seq)));
    await data.chats.send(CHAT, text('Mine'));
    const pageOf = async (count: number) => {
      const { messages, older } = await data.chats.messages(CHAT, count);
      return [messages.map(({ seq }) => seq), older];
    };
    expect(await pageOf(3)).toEqual([[8, 9, null], 'device']);
    expect(await pageOf(7)).toEqual([[4, 5, 6, 7, 8, 9, null], 'server']);
    await database.messages.bulkPut([1, 2, 3].map((seq) => messageRow(seq)));
    expect(await pageOf(100)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, null], 'none']);
    expect(await data.chats.messages('8-alice', 3)).toEqual({ messages: [], older: 'none' });
  });

  it('are found when they contain every searched word, the newest first, pending ones included', async () => {
    await database.chats.put(chatRow({ last_seq: 3 }));
    const contents = ['The RED phone', 'a red car', 'phones, red ones'];
    await database.messages.bulkPut(contents.map((content, n) => messageRow(n + 1, SELLER, { content })));
    await data.chats.send(CHAT, text('My phone is red'));
    const find = async (words: string) => (await data.chats.search(words)).map(({ message }) => message.content);
    expect(await find(' red PHONE')).toEqual(['My phone is red', 'phones, red ones', 'The RED phone']);
    expect(await find('blue')).toEqual([]);
    expect(await find('réd-phone')).toEqual(['The RED phone']);
    expect(await find(' ')).toEqual([]);
    expect((await data.chats.search('car'))[0]?.chat).toMatchObject({ id: CHAT, title: 'Phone' });
  });
});

describe('[CHAT4] a read mark', () => {
  const unread = async (): Promise<unknown[]> => {
    const chat = await data.chats.find(CHAT);
    return [chat?.read_seq, chat?.unread_count, chat?.has_unread_messages];
  };

  it('takes effect at once, never moves back, and replaces a pending earlier one', async () => {
    await database.chats.put(chatRow({ last_seq: 5, read_seq: 1, unread_count: 3, has_unread_messages: true }));
    await database.messages.bulkPut([2, 3, 4, 5].map((seq) => messageRow(seq, seq === 4 ? BUYER : SELLER)));
    await data.chats.markRead(CHAT, 1);
    expect(await data.outbox()).toEqual([]);
    await data.chats.markRead(CHAT, 2);
    expect(await unread()).toEqual([2, 2, true]);
    await data.chats.markRead(CHAT, 3);
    await data.chats.markRead(CHAT, 2);
    expect(await unread()).toEqual([3, 1, true]);
    await data.chats.markRead(CHAT, 99);
    expect(await unread()).toEqual([5, 0, false]);
    expect(await data.outbox()).toMatchObject([{ mutation: { args: { chat_id: CHAT, seq: 5 } } }]);
  });

  it('set by staff leaves only later messages of the buyer unread', async () => {
    openAs(SELLER);
    await database.chats.put(chatRow({ last_seq: 4, unread_count: 3, has_unread_messages: true }));
    await database.messages.bulkPut(
      [BUYER, 'admin', BUYER, BUYER].map((sender, place) => messageRow(place + 1, sender)),
    );
    await data.chats.markRead(CHAT, 1);
    expect(await unread()).toEqual([1, 2, true]);
  });

  it('is not created for a chat without messages', async () => {
    await data.chats.start(KNOWN);
    await data.chats.markRead(CHAT, 1);
    expect(await data.outbox()).toHaveLength(1);
  });
});

describe('[CHAT5] a draft', () => {
  it('is stored per chat, shown in the list, and deleted when its message is sent', async () => {
    await database.chats.put(chatRow());
    const path = await data.chats.addPhoto(CHAT, photo);
    expect(await data.chats.draft(CHAT)).toEqual({ content: '', photos: [] });
    await data.chats.saveDraft(CHAT, { content: 'Half a ', photos: [path] });
    expect(await data.chats.draft(CHAT)).toMatchObject({ content: 'Half a ', photos: [path] });
    expect(await data.chats.list()).toMatchObject([{ draft: 'Half a ' }]);
    const products = ['https://shop.example/?product=5&life=0#Lime-Phone'];
    await data.chats.saveDraft(CHAT, { content: '', photos: [], products });
    expect(await data.chats.draft(CHAT)).toMatchObject({ products });
    await data.chats.saveDraft(CHAT, { content: 'Half a ', photos: [path] });
    await data.chats.send(CHAT, await data.chats.draft(CHAT));
    expect(await data.chats.draft(CHAT)).toEqual({ content: '', photos: [] });
    await data.chats.saveDraft(CHAT, text('x'));
    await data.chats.saveDraft(CHAT, text(''));
    expect(await database.drafts.count()).toBe(0);
  });
});

describe('[CHAT6] a photo', () => {
  it('is deleted with a discarded message, and when removed from a draft', async () => {
    const paths = [await data.chats.addPhoto(CHAT, photo), await data.chats.addPhoto(CHAT, photo)] as const;
    await data.chats.send(CHAT, { content: '', photos: [paths[0]] });
    await data.discard((await data.outbox())[0]?.id ?? '');
    await data.chats.removePhoto(paths[1]);
    expect(await database.photos.count()).toBe(0);
    expect(await data.outbox()).toEqual([]);
  });

  it('stays with its message even if another tab removes it from a draft', async () => {
    const path = await data.chats.addPhoto(CHAT, photo);
    await data.chats.send(CHAT, { content: '', photos: [path] });
    await data.chats.removePhoto(path);
    expect(await (await data.chats.photo(path))?.text()).toBe('photo');
  });

  it('that is too large is not accepted', async () => {
    const large = new Blob([new Uint8Array(8_388_609)]);
    await expect(data.chats.addPhoto(CHAT, large)).rejects.toThrow(RangeError);
  });
});

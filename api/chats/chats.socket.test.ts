import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { photoPath } from '#contract/chats/chat-path.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { downMessageSchema } from '#contract/realtime/down.ts';
import { startChatApp } from '../testing/apps/chat-app.ts';
import type { ChatApp } from '../testing/apps/chat-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import type { EventSocket } from '../testing/clients/event-socket.ts';

let app: ChatApp;
/** Alice's chat and one of Bob. */
let chatId: string;
let foreignId: string;
let alice: EventSocket;
let sam: EventSocket;

beforeEach(async () => {
  app = await startChatApp();
  chatId = await app.startChat('alice');
  foreignId = await app.startChat('bob', 2);
  [alice, sam] = await Promise.all([app.open('alice'), app.open('sam')]);
  await Promise.all([alice.ask('joinChat', chatId), sam.ask('joinChat', chatId)]);
});
afterEach(() => app.stop());

const messageOf = (more: object = {}) => ({
  chatId,
  senderGoogleId: 'demo-alice',
  content: 'Hello',
  images: [],
  ...more,
});
const storedContents = async (): Promise<string[]> =>
  (await app.context.database.reader.selectFrom('chat_message').select('content').execute()).map(
    ({ content }) => content,
  );

describe('sendMessage', () => {
  it('is acknowledged with the stored message', async () => {
    const { data } = await alice.ask('sendMessage', messageOf({ clientMsgId: 'first' }));
    expect(data.message).toMatchObject({ id: 'first', chat_id: chatId, seq: 1, content: 'Hello' });
    await expect.poll(() => sam.dataOf('newMessage')).toEqual([data.message]);
    await expect.poll(() => alice.dataOf('newMessage')).toEqual([data.message]);
  });

  it('[MSG1] repeated under the same id stores one message', async () => {
    const message = messageOf({ clientMsgId: 'first' });
    const replies = await Promise.all([alice.ask('sendMessage', message), alice.ask('sendMessage', message)]);
    const again = await (await app.open('alice')).ask('sendMessage', message);
    for (const { data } of [...replies, again]) expect(data.message).toMatchObject({ id: 'first', seq: 1 });
    expect(await storedContents()).toEqual(['Hello']);
    // Rooms send new messages independently of the acknowledgement.
    await expect.poll(() => sam.dataOf('newMessage')).toHaveLength(1);
    await sam.settle();
    expect(sam.dataOf('newMessage')).toHaveLength(1);
  });

  it('works without `images`', async () => {
    const { images: _, ...message } = messageOf();
    expect((await alice.ask('sendMessage', message)).data.message).toMatchObject({ images: [] });
  });

  it('keeps the order of a socket’s messages', async () => {
    const contents = Array.from({ length: 40 }, (_, number) => `word ${number}`);
    for (const content of contents) alice.send('sendMessage', messageOf({ content }));
    await expect.poll(() => sam.dataOf('newMessage').map(({ content }) => content)).toEqual(contents);
  });
});

describe('an invalid event is rejected:', () => {
  it.each<[string, string, () => unknown, string]>([
    ['a blank message', 'sendMessage', () => messageOf({ content: ' \n\t ' }), 'bad-request'],
    [
      'a message that is too long',
      'sendMessage',
      () => messageOf({ content: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }),
      'bad-request',
    ],
    ['a control character', 'sendMessage', () => messageOf({ content: 'a\u0000b' }), 'bad-request'],
    ['a lone surrogate', 'sendMessage', () => messageOf({ content: 'a\ud800' }), 'bad-request'],
    ['an unknown field', 'sendMessage', () => messageOf({ isAdmin: true }), 'bad-request'],
    ['a malformed id', 'sendMessage', () => messageOf({ clientMsgId: '../../etc' }), 'bad-request'],
    ['a spoofed sender', 'sendMessage', () => messageOf({ senderGoogleId: 'demo-sam' }), 'identity-mismatch'],
    ['a foreign chat', 'sendMessage', () => messageOf({ chatId: foreignId }), 'not-found'],
    ['a missing chat', 'sendMessage', () => messageOf({ chatId: '77-demo-alice' }), 'not-found'],
    ['six photos', 'sendMessage', () => messageOf({ images: Array(6).fill(photoPath(chatId, 'x')) }), 'bad-request'],
    ['a missing photo', 'sendMessage', () => messageOf({ images: [photoPath(chatId, 'x')] }), 'photo-missing'],
    [
      'a photo of another chat',
      'sendMessage',
      () => messageOf({ images: [photoPath(foreignId, 'x')] }),
      'photo-missing',
    ],
    ['an image of another site', 'sendMessage', () => messageOf({ images: ['//evil.example/x.webp'] }), 'bad-request'],
    [
      'a path outside of the chat',
      'sendMessage',
      () => messageOf({ images: [`/api/chats/${chatId}/images/../../x.webp`] }),
      'bad-request',
    ],
    ['joining a foreign chat', 'joinChat', () => foreignId, 'not-found'],
    ['joining a missing chat', 'joinChat', () => ({ chatId: '3-demo-alice', after: 0 }), 'not-found'],
    ['joining a malformed chat id', 'joinChat', () => 'hello', 'bad-request'],
    ['a negative `after`', 'joinChat', () => ({ chatId, after: -1 }), 'bad-request'],
    ['marking a foreign chat', 'markAsRead', () => ({ chatId: foreignId }), 'not-found'],
    ['the chats of another user', 'getChats', () => ({ participantId: 'demo-bob' }), 'identity-mismatch'],
  ])('%s', async (_, event, data, code) => {
    const reply = await alice.ask(event, data());
    expect(reply).toEqual({ ack: reply.ack, error: { code, title: expect.any(String) } });
    // An event without an id gets its reply as an `error` event.
    alice.send(event, data());
    await alice.settle();
    expect(alice.dataOf('error')).toEqual([{ code, title: expect.any(String) }]);
    for (const frame of alice.received) expect(downMessageSchema.safeParse(frame).success).toBe(true);
    // Nothing is stored, and the socket and the chat keep working.
    expect(await storedContents()).toEqual([]);
    await alice.ask('sendMessage', messageOf({ content: 'Still here' }));
    await expect.poll(() => sam.dataOf('newMessage').map(({ content }) => content)).toEqual(['Still here']);
    expect(alice.dataOf('chatsList')).toEqual([]);
  });

  it.each<[string, () => Promise<string>]>([
    ['of another chat of the sender', async () => app.upload('alice', await app.startChat('alice', 3))],
    ['of another member', () => app.upload('sam', chatId)],
    ['of a foreign chat', () => app.upload('bob', foreignId)],
  ])('a stored photo %s', async (_, upload) => {
    const path = await upload();
    const own = await app.upload('alice', chatId);
    for (const images of [[path], [own, path]]) {
      expect((await alice.ask('sendMessage', messageOf({ images }))).error?.code).toBe('photo-missing');
    }
    expect(await storedContents()).toEqual([]);
    // The sender's own photo can still be used.
    expect((await alice.ask('sendMessage', messageOf({ images: [own] }))).data.message.images).toEqual([own]);
  });

  it('any chat event of a visitor', async () => {
    const visitor = await app.openVisitor();
    for (const [event, data] of [
      ['getChats', { participantId: 'demo-alice' }],
      ['joinChat', chatId],
      ['markAsRead', { chatId }],
      ['sendMessage', messageOf()],
    ] as const) {
      expect((await visitor.ask(event, data)).error?.code).toBe('unauthorized');
    }
    await app.say('alice', chatId, 'Hello');
    await expect.poll(() => sam.dataOf('newMessage')).toHaveLength(1);
    await visitor.settle();
    expect(visitor.received.filter((frame) => frame.ack === undefined)).toEqual([]);
  });

  it.each([
    ['ten megabytes', 'x'.repeat(10_000_000), 1009],
    ['invalid JSON', '{"event":"sendMessage",', 1007],
  ])('a frame of %s, which closes that socket only', async (_, frame, code) => {
    alice.socket.send(frame);
    expect(await alice.closed).toBe(code);
    const back = await app.open('alice');
    await back.ask('joinChat', chatId);
    await back.ask('sendMessage', messageOf());
    await expect.poll(() => sam.dataOf('newMessage')).toHaveLength(1);
  });

  it('a handshake from another origin', async () => {
    await expect(openEventSocket(app.url, { origin: 'https://evil.example' })).rejects.toThrow('403');
  });

  it('more messages than the rate limit allows', async () => {
    const strict = await startChatApp({ chats: { messageRate: { burst: 2, perSecond: 1 } } });
    const id = await strict.startChat('alice');
    const client = await strict.open('alice');
    const replies = [];
    for (let count = 0; count < 3; count++) replies.push(await client.ask('sendMessage', messageOf({ chatId: id })));
    expect(replies.map(({ error }) => error?.code)).toEqual([undefined, undefined, 'too-many-requests']);
    await strict.stop();
  });
});

describe('markAsRead', () => {
  const unreadOf = async (client: EventSocket, sub: string): Promise<number> => {
    await client.ask('getChats', { participantId: sub });
    return client.dataOf('chatsList').at(-1)[0].unread_count as number;
  };

  it('never goes back, stops at the newest message and applies to every device', async () => {
    for (let number = 1; number <= 5; number++) await app.say('alice', chatId, `word ${number}`);
    await sam.ask('markAsRead', { chatId, seq: 3 });
    expect(await unreadOf(sam, 'demo-sam')).toBe(2);
    await sam.ask('markAsRead', { chatId, seq: 2 });
    expect(await unreadOf(await app.open('sam'), 'demo-sam')).toBe(2);
    await sam.ask('markAsRead', { chatId, seq: 1_000 });
    expect(await unreadOf(sam, 'demo-sam')).toBe(0);
    await app.say('alice', chatId, 'word 6');
    expect(await unreadOf(sam, 'demo-sam')).toBe(1);
    await sam.ask('markAsRead', { chatId });
    expect(await unreadOf(sam, 'demo-sam')).toBe(0);
    // Own messages are never unread.
    expect(await unreadOf(alice, 'demo-alice')).toBe(0);
  });
});

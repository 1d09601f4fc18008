import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#contract/chats/chat.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { MAX_NEW_CHATS_PER_DAY } from '#contract/limits.ts';
import type { BusEvent } from '../storage/events/event-bus.ts';
import { messageOf, openChatClient, readOf, startOf } from '../testing/clients/chat-client.ts';
import type { ChatClient } from '../testing/clients/chat-client.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { json } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const CAMERA = 1;
const CHAT = chatIdOf('demo-alice', CAMERA);

let app: TestApp;
let alice: ChatClient;
let sam: ChatClient;
let clockMs: number;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  app = await startTestApp({ now: () => clockMs });
  await stockCameras(app, 5, CAMERA);
  [alice, sam] = await Promise.all([openChatClient(app, 'alice'), openChatClient(app, 'sam')]);
});
afterEach(() => app.stop());

const start = (buyer: ChatClient, body: object = {}) =>
  buyer.call('POST', '/api/chats', { productId: CAMERA, buyerGoogleId: buyer.sub, ...body });

const pullAll = () => Promise.all([alice.pull(), sam.pull()]);
const textsOf = (client: ChatClient, chatId = CHAT): string[] =>
  [...(client.messages.get(chatId)?.values() ?? [])].map(({ content }) => content);

describe('a new chat', () => {
  it('has the product and buyer data of the server, not of the caller', async () => {
    const reply = await start(alice, { title: 'A free car', buyer_name: 'The police', store: 'Mine' });
    expect([reply.status, json(reply)]).toEqual([200, { id: CHAT }]);
    await pullAll();
    expect(sam.chats.get(CHAT)).toMatchObject({
      product_id: CAMERA,
      title: 'Camera',
      buyer_name: 'Alice',
      buyer_google_id: 'demo-alice',
      seller_google_id: 'demo-sam',
      last_message: '',
      last_message_time: null,
      has_unread_messages: false,
      last_seq: 0,
    });
    expect(alice.chats.get(CHAT)).toEqual(sam.chats.get(CHAT));
  });

  it('is created once, however it is started', async () => {
    await start(alice);
    expect(json(await start(alice))).toEqual({ id: CHAT });
    expect(await alice.push(startOf(CAMERA))).toEqual([
      { id: expect.any(String) as string, outcome: 'applied', seq: 0 },
    ]);
    await alice.pull();
    expect([...alice.chats.keys()]).toEqual([CHAT]);
  });

  it('is started by its buyer’s message if it is missing, as after a restored backup', async () => {
    expect(await alice.push(messageOf(CHAT, 'Still there?'))).toMatchObject([{ outcome: 'applied' }]);
    await pullAll();
    expect([textsOf(alice), textsOf(sam)]).toEqual([['Still there?'], ['Still there?']]);
    expect(sam.chats.get(CHAT)).toMatchObject({ title: 'Camera', buyer_name: 'Alice', last_seq: 1 });
    const others = [chatIdOf('demo-bob', CAMERA), chatIdOf('demo-alice', 77), `0${CHAT}`, `NaN-${alice.sub}`];
    const results = await alice.push(...others.map((chatId) => messageOf(chatId, 'Hello')));
    expect(results.map(({ outcome }) => outcome)).toEqual(others.map(() => 'rejected'));
    await sam.pull();
    expect([...sam.chats.keys()]).toEqual([CHAT]);
  });

  it('[CHAT15] defers a staff member’s message after a restore until the buyer has started it again', async () => {
    const answer = messageOf(CHAT, 'Yes, it is');
    const wait = [{ outcome: 'later', retryAfter: 60 }];
    expect(await sam.push(answer)).toMatchObject(wait);
    await sam.pull();
    expect([...sam.chats.keys()]).toEqual([]);
    // Only staff members may know such a chat.
    expect(await (await openChatClient(app, 'bob')).push(answer)).toMatchObject([{ outcome: 'rejected' }]);
    await alice.push(messageOf(CHAT, 'Still there?'));
    expect(await sam.push(answer)).toMatchObject([{ outcome: 'applied' }]);
    await pullAll();
    expect([textsOf(alice), textsOf(sam)]).toEqual(Array.from({ length: 2 }, () => ['Still there?', 'Yes, it is']));
  });

  it('requires a product of the shop and the buyer as caller', async () => {
    expect(json(await start(alice, { productId: 77 }))['code']).toBe('not-found');
    expect(json(await start(alice, { buyerGoogleId: 'demo-bob' }))['code']).toBe('identity-mismatch');
    expect(json(await start(alice, { productId: '1 or 1=1' }))['code']).toBe('bad-request');
    await sam.pull();
    expect(sam.chats.size).toBe(0);
  });

  it('has the seller and administrators as staff, except one who is the buyer', async () => {
    await Promise.all([start(alice), start(sam)]);
    const ada = await openChatClient(app, 'ada');
    await Promise.all([pullAll(), ada.pull()]);
    const own = chatIdOf('demo-sam', CAMERA);
    expect([...alice.chats.keys()]).toEqual([CHAT]);
    expect([...sam.chats.keys()].sort()).toEqual([CHAT, own]);
    expect([...ada.chats.keys()].sort()).toEqual([CHAT, own]);
    expect(ada.chats.get(own)?.seller_google_id).toBe('');
    await sam.push(messageOf(own, 'Is it mine?'));
    await Promise.all([ada.pull(), sam.pull()]);
    expect([ada.chats.get(own)?.unread_count, sam.chats.get(own)?.unread_count]).toEqual([1, 0]);
  });

  it('counts towards a daily limit; beyond the limit, the chat and its messages are deferred', async () => {
    for (let id = 2; id <= MAX_NEW_CHATS_PER_DAY + 1; id += 1) {
      await stockCameras(app, 1, id);
      await start(alice, { productId: id });
      clockMs += 1_000;
    }
    const reply = await start(alice);
    expect([reply.status, json(reply)['code']]).toEqual([429, 'too-many-requests']);
    expect(reply.headers['retry-after']).toBe(String(86_400 - MAX_NEW_CHATS_PER_DAY));
    const results = await alice.push(startOf(CAMERA), messageOf(CHAT, 'Hello'));
    expect(results.map(({ outcome }) => outcome)).toEqual(['later', 'later']);
    expect(json(await start(alice, { productId: 2 }))).toEqual({ id: chatIdOf('demo-alice', 2) });

    clockMs += 86_400_000;
    const later = await alice.push(startOf(CAMERA), messageOf(CHAT, 'Hello'));
    expect(later.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
  });
});

describe('a message', () => {
  beforeEach(async () => {
    await start(alice);
  });

  it('reaches both sides in order and with the server’s time', async () => {
    await alice.push(messageOf(CHAT, '  Does it work?\nAnd the flash? 🎉 '));
    clockMs += 60_000;
    await sam.push(messageOf(CHAT, 'Yes'), messageOf(CHAT, 'Both'));
    await pullAll();
    expect(textsOf(alice)).toEqual(['Does it work?\nAnd the flash? 🎉', 'Yes', 'Both']);
    expect([...(sam.messages.get(CHAT)?.values() ?? [])]).toEqual([...(alice.messages.get(CHAT)?.values() ?? [])]);
    expect(alice.messages.get(CHAT)?.get(2)).toMatchObject({
      chat_id: CHAT,
      seq: 2,
      sender_google_id: 'demo-sam',
      images: [],
      timestamp: new Date(clockMs).toISOString(),
    });
    expect(alice.chats.get(CHAT)).toMatchObject({
      last_message: 'Both',
      last_message_photos: 0,
      last_sender_google_id: 'demo-sam',
      last_seq: 3,
    });
  });

  it('[MSG1] sent again is the same one, even from another device', async () => {
    const message = messageOf(CHAT, 'Once');
    const [first] = await alice.push(message);
    const [second] = await (await openChatClient(app, 'alice')).push(message);
    expect({ ...second, id: first?.id }).toEqual(first);
    await sam.pull();
    expect(textsOf(sam)).toEqual(['Once']);
  });

  it('with the id of another member’s message is a separate message', async () => {
    const message = messageOf(CHAT, 'Hello');
    await alice.push(message);
    await sam.push(message);
    await alice.pull();
    expect(alice.chats.get(CHAT)?.last_seq).toBe(2);
  });

  it('[fault 64] is rejected with a reason if it is invalid, and the others are applied', async () => {
    const args = { chat_id: CHAT, message_id: 'bad', content: 'x', images: [] };
    const wrong = (change: object) => ({ name: 'sendMessage', args: { ...args, ...change } });
    const bob = await openChatClient(app, 'bob');
    const results = await alice.push(
      wrong({ content: ' \n\t ' }),
      wrong({ content: 'x'.repeat(4_001) }),
      wrong({ content: 'a\u0000b' }),
      wrong({ content: '\ud83d' }),
      wrong({ chat_id: '1-../../x' }),
      wrong({ chat_id: chatIdOf('demo-alice', 9) }),
      wrong({ images: ['/images/AYZProducts/1/1.webp'] }),
      wrong({ images: [`/api/chats/${CHAT}/images/nope.webp`] }),
      wrong({ senderGoogleId: 'demo-sam' }),
      wrong({ message_id: '' }),
      wrong({ content: '👍'.repeat(4_000) }),
    );
    expect(results.map((result) => ('code' in result ? result.code : result.outcome))).toEqual([
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'not-found',
      'bad-request',
      'photo-missing',
      'bad-request',
      'bad-request',
      'applied',
    ]);
    const foreign = await bob.push(messageOf(CHAT, 'Let me in'), readOf(CHAT, 1));
    expect(foreign.map((result) => 'code' in result && result.code)).toEqual(['not-found', 'not-found']);
    await pullAll();
    expect(alice.chats.get(CHAT)?.last_seq).toBe(1);
  });

  it('over the rate limit is deferred, not lost', async () => {
    const messages = Array.from({ length: 100 }, (_, index) => messageOf(CHAT, `n${index}`));
    const first = await alice.push(...messages);
    expect(first.every(({ outcome }) => outcome === 'applied')).toBe(true);
    const next = await alice.push(messageOf(CHAT, 'too fast'), messageOf(CHAT, 'and so'));
    expect(next).toMatchObject([
      { outcome: 'later', retryAfter: 1 },
      { outcome: 'later', retryAfter: 1 },
    ]);
    expect((await sam.push(messageOf(CHAT, 'slow')))[0]?.outcome).toBe('applied');
    clockMs += 1_000;
    expect((await alice.push(messageOf(CHAT, 'now')))[0]?.outcome).toBe('applied');
  });

  it('pokes the devices of members only, after its commit', async () => {
    const events: BusEvent[] = [];
    app.context.bus.subscribe((event) => events.push(event));
    const [result] = await alice.push(messageOf(CHAT, 'Hello'), messageOf(CHAT, ''));
    expect(events).toEqual([
      {
        type: 'chat-changed',
        chatId: CHAT,
        members: ['demo-alice', 'demo-ada', 'demo-sam'],
        seq: result && 'seq' in result ? result.seq : 0,
      },
    ]);
  });
});

describe('reading', () => {
  beforeEach(async () => {
    await start(alice);
    await alice.push(messageOf(CHAT, 'one'), messageOf(CHAT, 'two'));
    await sam.push(messageOf(CHAT, 'three'));
  });

  const readStateOf = ({ chats }: ChatClient) => {
    const { unread_count, has_unread_messages, read_seq, peer_read_seq } = chats.get(CHAT) ?? {};
    return { unread_count, has_unread_messages, read_seq, peer_read_seq };
  };

  it('reduces the unread count, and the sender sees the read mark', async () => {
    await pullAll();
    expect(readStateOf(sam)).toEqual({ unread_count: 2, has_unread_messages: true, read_seq: 0, peer_read_seq: 0 });
    expect(readStateOf(alice)).toEqual({ unread_count: 1, has_unread_messages: true, read_seq: 0, peer_read_seq: 0 });
    await sam.push(readOf(CHAT, 1));
    await pullAll();
    expect(readStateOf(sam)).toEqual({ unread_count: 1, has_unread_messages: true, read_seq: 1, peer_read_seq: 0 });
    expect(readStateOf(alice)).toEqual({ unread_count: 1, has_unread_messages: true, read_seq: 0, peer_read_seq: 1 });
  });

  it('is tracked per member, and the other side sees the furthest mark', async () => {
    const ada = await openChatClient(app, 'ada');
    await ada.push(readOf(CHAT, 3));
    await Promise.all([pullAll(), ada.pull()]);
    expect([readStateOf(ada).unread_count, readStateOf(sam).unread_count]).toEqual([0, 2]);
    expect(readStateOf(alice).peer_read_seq).toBe(3);
    await sam.push(readOf(CHAT, 2));
    await pullAll();
    expect(readStateOf(alice).peer_read_seq).toBe(3);
  });

  it('[fault 65] on two devices with marks out of order leads to the same state on both', async () => {
    const tablet = await openChatClient(app, 'sam');
    await alice.push(messageOf(CHAT, 'four'), messageOf(CHAT, 'five'));
    await tablet.push(readOf(CHAT, 4));
    await sam.push(readOf(CHAT, 1));
    await tablet.push(readOf(CHAT, 2));
    await Promise.all([sam.pull(), tablet.pull()]);
    // Only the fifth message of the other side comes after the furthest mark.
    for (const device of [sam, tablet]) expect(readStateOf(device)).toMatchObject({ read_seq: 4, unread_count: 1 });
  });

  it('[MSG4] never moves the mark back or beyond the newest message', async () => {
    const [first, back, again, beyond] = await sam.push(
      readOf(CHAT, 2),
      readOf(CHAT, 1),
      readOf(CHAT, 2),
      readOf(CHAT, 999),
    );
    expect([first, back, again, beyond].map((result) => result && 'seq' in result && result.seq > 0)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await alice.push(messageOf(CHAT, 'four'));
    await pullAll();
    expect(readStateOf(sam)).toMatchObject({ read_seq: 3, unread_count: 1 });
  });
});

describe('the history of a chat', () => {
  const historyOf = async (client: ChatClient, query: string): Promise<number[]> => {
    const reply = await client.call('GET', `/api/chats/${CHAT}/messages${query}`);
    return (JSON.parse(reply.body.toString()) as Message[]).map(({ seq }) => seq);
  };

  it('is paged backwards', async () => {
    await start(alice);
    await alice.push(...Array.from({ length: 7 }, (_, index) => messageOf(CHAT, `n${index}`)));
    expect(await historyOf(sam, '?limit=3')).toEqual([5, 6, 7]);
    expect(await historyOf(sam, '?before=5&limit=3')).toEqual([2, 3, 4]);
    expect(await historyOf(alice, '?before=2')).toEqual([1]);
    expect(await historyOf(alice, '?before=1')).toEqual([]);
  });

  it('[MSG5] does not exist for users who are no members', async () => {
    await start(alice);
    const bob = await openChatClient(app, 'bob');
    const codes = [];
    for (const path of [CHAT, chatIdOf('demo-alice', 9), '1', '..%2fx']) {
      codes.push(json(await bob.call('GET', `/api/chats/${path}/messages`))['code']);
    }
    expect(codes).toEqual(['not-found', 'not-found', 'not-found', 'not-found']);
    expect(json(await alice.call('GET', `/api/chats/${CHAT}/messages?limit=101`))['code']).toBe('bad-request');
  });
});

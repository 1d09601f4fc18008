import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderingKey } from '#contract/http/mutations.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { ChatLoader } from '../chats/chat-loader.ts';
import { createApiClient } from '../../server/api-client.ts';
import { AccountServer, MISSING_PRODUCT } from '../../testing/account-server.ts';
import type { Fault } from '../../testing/account-server.ts';
import { ChatServer } from '../../testing/chat-server.ts';
import { SHOP } from '../../testing/account-device.ts';
import { applyChats, BUYER, CHAT, ChatDevice, SELLER, startChat } from '../../testing/chat-device.ts';

let chats: ChatServer;
let buyer: ChatDevice;
let seller: ChatDevice;
const open: ChatDevice[] = [];
const createDevice = (user: string): ChatDevice => {
  const device = new ChatDevice(new AccountServer(user, chats));
  open.push(device);
  return device;
};
const closeAll = (): void => {
  for (const device of open.splice(0)) device.close();
};
const begin = (): void => {
  closeAll();
  chats = new ChatServer();
  buyer = createDevice(BUYER);
  seller = createDevice(SELLER);
};
beforeEach(begin);
afterEach(closeAll);

const saidOn = (chatId = CHAT): string[] =>
  chats.chats.get(chatId)?.messages.map(({ message }) => message.content) ?? [];

describe('[CHAT7] a chat started without network', () => {
  it('reaches the other side with all its messages, and comes back read', async () => {
    await startChat(buyer);
    await buyer.say('Hello');
    await buyer.say('Is it there?');
    expect(await buyer.exchange('lost')).toBe(false);
    expect(await buyer.states()).toEqual(['Hello waiting', 'Is it there? waiting']);
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Hello sent', 'Is it there? sent']);
    expect(await buyer.data.outbox()).toEqual([]);
    await seller.exchange();
    expect(await seller.data.chats.list()).toMatchObject([{ id: CHAT, unread_count: 2, last_message: 'Is it there?' }]);
    await seller.data.chats.markRead(CHAT, 2);
    expect(await seller.data.chats.list()).toMatchObject([{ unread_count: 0 }]);
    await seller.exchange();
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Hello read', 'Is it there? read']);
  });

  it('about a deleted product keeps its messages visible', async () => {
    const id = await startChat(buyer, MISSING_PRODUCT);
    await buyer.say('Hello', id, 1);
    await buyer.exchange();
    expect(await buyer.states(id)).toEqual(['Hello refused']);
    expect(await buyer.data.outbox()).toMatchObject([
      { mutation: { name: 'startChat' }, refusal: { code: 'not-found' } },
      { mutation: { name: 'sendMessage' }, refusal: { code: 'not-found' } },
    ]);
  });
});

it('[CHAT7] operations of a chat keep their order; other chats and read marks do not wait for them', () => {
  const message = { message_id: 'm', content: 'x', images: [] };
  const keyOf = (mutation: Mutation): string => orderingKey(mutation, BUYER);
  const key = keyOf({ name: 'startChat', args: { product_id: 7 } });
  expect(keyOf({ name: 'sendMessage', args: { chat_id: CHAT, ...message } })).toBe(key);
  expect(keyOf({ name: 'sendMessage', args: { chat_id: '7-bob', ...message } })).not.toBe(key);
  expect(keyOf({ name: 'markChatRead', args: { chat_id: CHAT, seq: 1 } })).not.toBe(key);
});

describe('[CHAT8] a message with photos', () => {
  beforeEach(async () => {
    await startChat(buyer);
    await buyer.exchange();
  });

  it('is sent in its order once its photos are uploaded, and delays no other chat', async () => {
    const other = await startChat(buyer, 8);
    await buyer.say('Look', CHAT, 2);
    await buyer.say('Behind');
    await buyer.say('Beside', other);
    const paths = (await buyer.look()).flatMap(({ images }) => images);
    buyer.server.refusesPhotos = { status: 503, code: 'not-ready' };
    await buyer.exchange();
    expect([saidOn(), saidOn(other)]).toEqual([[], ['Beside']]);
    buyer.server.refusesPhotos = undefined;
    await buyer.exchange();
    expect(saidOn()).toEqual(['Look', 'Behind']);
    expect(chats.uploads).toEqual(paths);
    expect([...chats.photos.values()]).toEqual(['Look', 'Look']);
    expect(await (await buyer.data.chats.photo(paths[0] ?? ''))?.text()).toBe('Look');
    expect(await buyer.store.run((database) => database.photos.where('path').anyOf(paths).toArray())).toMatchObject([
      { kind: 'fetched' },
      { kind: 'fetched' },
    ]);
  });

  it.each([
    [413, 'too-large'],
    [415, 'unsupported-media-type'],
    [409, 'no-room-for-photos'],
  ])('that are rejected (%s %s) is rejected, and the next ones are sent', async (status, code) => {
    await buyer.say('Look', CHAT, 1);
    await buyer.say('Behind');
    buyer.server.refusesPhotos = { status, code };
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Behind sent', 'Look refused']);
    expect(await buyer.data.outbox()).toMatchObject([{ refusal: { code } }]);
    buyer.server.refusesPhotos = undefined;
    await buyer.data.sendAgain((await buyer.data.outbox())[0]?.id ?? '');
    expect(await buyer.states()).toEqual(['Behind sent', 'Look waiting']);
    await buyer.exchange();
    expect(saidOn()).toEqual(['Behind', 'Look']);
  });

  it('that the server has lost is uploaded once more, and then rejected', async () => {
    const send = chats.send.bind(chats);
    let lossesLeft = 1;
    chats.send = (sub, args) => {
      if (args.images.length > 0 && lossesLeft-- > 0) chats.photos.clear();
      return send(sub, args);
    };
    await buyer.say('Look', CHAT, 1);
    await buyer.exchange();
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Look sent']);
    expect(chats.uploads.length).toBe(2);
    lossesLeft = 2;
    await buyer.say('Again', CHAT, 1);
    await buyer.exchange();
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Look sent', 'Again refused']);
    expect(await buyer.data.outbox()).toMatchObject([{ refusal: { code: 'photo-missing' } }]);
    await buyer.data.sendAgain((await buyer.data.outbox())[0]?.id ?? '');
    await buyer.exchange();
    expect(saidOn()).toEqual(['Look', 'Again']);
  });

  it('is not rejected because the browser has another user’s session by now', async () => {
    await buyer.say('Look', CHAT, 1);
    buyer.server.asks = 'bob';
    expect(await buyer.exchange()).toBe(false);
    expect(await buyer.states()).toEqual(['Look waiting']);
    buyer.server.asks = BUYER;
    await buyer.exchange();
    expect(saidOn()).toEqual(['Look']);
  });

  it('leaves no unused photo behind, except those of a draft', async () => {
    const left = await buyer.data.chats.addPhoto(CHAT, new Blob(['left']));
    const drafted = await buyer.data.chats.addPhoto(CHAT, new Blob(['drafted']));
    await buyer.data.chats.saveDraft(CHAT, { content: '', photos: [drafted] });
    await buyer.exchange();
    expect(await buyer.data.chats.photo(left)).toBeDefined();
    buyer.laterMs = 2 * 86_400_000;
    await buyer.exchange();
    expect(await buyer.data.chats.photo(left)).toBeUndefined();
    expect(await buyer.data.chats.photo(drafted)).toBeDefined();
  });

  it('waits for the start of its chat', async () => {
    const other = await startChat(buyer, 8);
    await buyer.say('Look', other, 1);
    expect(await buyer.exchange('lost')).toBe(false);
    expect(chats.uploads).toEqual([]);
    await buyer.exchange();
    expect(saidOn(other)).toEqual(['Look']);
  });
});

describe('[CHAT9] messages on a device', () => {
  it('are one gapless range, to which older ones are prepended', async () => {
    await startChat(buyer);
    for (let n = 1; n <= 9; n++) await buyer.say(`${n}`);
    await buyer.exchange();
    await seller.exchange();
    const places = async () => (await seller.look()).map(({ seq }) => seq);
    expect(await places()).toEqual([7, 8, 9]);
    expect((await seller.data.chats.messages(CHAT, 50)).older).toBe('server');
    const { fetch } = seller.server;
    const client = createApiClient(SHOP, (input, init) => fetch(`${String(input)}&limit=4`, init));
    const loader = new ChatLoader({ store: seller.store, client, now: () => 1 });
    await buyer.say('10');
    await buyer.exchange();
    expect(await loader.loadOlder(CHAT)).toEqual({ hasOlder: true });
    await seller.exchange();
    expect(await places()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await loader.loadOlder(CHAT)).toEqual({ hasOlder: false });
    expect(await places()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await seller.data.chats.messages(CHAT, 50)).older).toBe('none');
    await expect(loader.loadOlder('9-bob')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('follow the server page by page, also in a long history', async () => {
    await startChat(buyer);
    await buyer.exchange();
    await seller.exchange();
    for (let n = 1; n <= 30; n++) await buyer.say(`${n}`);
    await buyer.exchange();
    seller.server.calls.length = 0;
    await seller.exchange();
    expect(seller.server.calls.length).toBeGreaterThan(5);
    expect((await seller.look()).map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  it('ignore a late answer; an answer with a gap replaces what was before it', async () => {
    await startChat(buyer);
    await buyer.say('1');
    await buyer.exchange();
    const late = chats.changes(BUYER, 1);
    const asked = await buyer.store.cursor();
    const reply = (n: number) =>
      chats.send(SELLER, { chat_id: CHAT, message_id: `s${n}`, content: `${n}`, images: [] });
    for (let n = 2; n <= 6; n++) reply(n);
    await buyer.exchange();
    expect(await applyChats(buyer, { ...late, isReset: true }, asked)).toBe(false);
    expect((await buyer.look()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    for (let n = 7; n <= 10; n++) reply(n);
    const news = chats.changes(BUYER, chats.clock - 4);
    await applyChats(buyer, { ...news, messages: news.messages.filter(({ seq }) => seq !== 8) });
    expect((await buyer.look()).map(({ seq }) => seq)).toEqual([9, 10]);
    await buyer.loader.loadOlder(CHAT);
    expect((await buyer.look()).map(({ content }) => content)).toEqual(saidOn());
  });

  it('are deleted with their chat when the user is no longer a member', async () => {
    await startChat(buyer);
    await buyer.say('Look', CHAT, 1);
    await buyer.exchange();
    await buyer.data.chats.saveDraft(CHAT, { content: 'x', photos: [] });
    await applyChats(buyer, { ...chats.changes(BUYER, 1), changed: [], messages: [], removed: [CHAT] });
    expect(await buyer.data.chats.list()).toEqual([]);
    const { database } = buyer.store;
    expect(
      await Promise.all([database.messages, database.photos, database.drafts].map((table) => table.count())),
    ).toEqual([0, 0, 0]);
  });
});

it('[CHAT4] [fault 65] read marks of two devices converge when they arrive out of order', async () => {
  await startChat(buyer);
  for (let n = 1; n <= 5; n++) await buyer.say(`${n}`);
  await buyer.exchange();
  const tablet = createDevice(SELLER);
  for (const device of [seller, tablet]) await device.exchange();
  await seller.data.chats.markRead(CHAT, 2);
  await tablet.data.chats.markRead(CHAT, 4);
  for (const device of [tablet, seller, tablet]) await device.exchange();
  for (const device of [seller, tablet])
    expect(await device.data.chats.find(CHAT)).toMatchObject({ read_seq: 4, unread_count: 1 });
  expect(await seller.data.outbox()).toEqual([]);
});

describe('[CHAT10] a photo of another member', () => {
  it('is fetched once and cached; a file that is no photo is not', async () => {
    await startChat(buyer);
    await buyer.say('Look', CHAT, 1);
    await buyer.exchange();
    await seller.exchange();
    const path = (await seller.look())[0]?.images[0] ?? '';
    expect(await seller.data.chats.photo(path)).toBeUndefined();
    seller.server.calls.length = 0;
    await Promise.all([seller.loader.loadPhoto(path), seller.loader.loadPhoto(path)]);
    await seller.loader.loadPhoto(path);
    expect(seller.server.calls).toEqual([`GET ${path}`]);
    expect(await (await seller.data.chats.photo(path))?.text()).toBe('Look');
    await expect(seller.loader.loadPhoto(path.replace('.webp', 'x.webp'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(seller.loader.loadPhoto('https://elsewhere.example/x.webp')).rejects.toMatchObject({
      code: 'not-found',
    });
    const portal = createApiClient(
      SHOP,
      async () => new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } }),
    );
    const loader = new ChatLoader({ store: seller.store, client: portal, now: () => 1 });
    await expect(loader.loadPhoto(path.replace('.webp', 'y.webp'))).rejects.toThrow('expected an image');
  });
});

describe('[CHAT11] buyer and seller', () => {
  const who = fc.constantFrom<'buyer' | 'seller'>('buyer', 'seller');
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('say' as const), who, photos: fc.constantFrom(0, 0, 0, 1, 2) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), who }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('exchange' as const),
        who,
        fault: fc.constantFrom<Fault>('none', 'none', 'lost', 'unanswered', 'doubled', 'refused', 'failed'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('put off' as const), who, op: fc.integer({ min: 1, max: 15 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand over' as const), who }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('spare' as const), who, spares: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('older' as const), who }) },
  );

  /** A screen shows a gapless range of the server's messages, then those of this device alone, without duplicates. */
  const expectHonest = async (device: ChatDevice, said: readonly string[]): Promise<void> => {
    const { messages, older } = await device.data.chats.messages(CHAT, 1_000);
    const known = messages.filter(({ seq }) => seq !== null);
    const first = known[0]?.seq ?? 1;
    expect(known.map(({ content }) => content)).toEqual(saidOn().slice(first - 1, first - 1 + known.length));
    expect(messages.slice(0, known.length)).toEqual(known);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    const shown = new Set(messages.map(({ content }) => content));
    const isEarlier = (content: string): boolean => older === 'server' && saidOn().indexOf(content) + 1 < first;
    expect(
      said.filter((content) => !shown.has(content) && !(saidOn().includes(content) && isEarlier(content))),
    ).toEqual([]);
  };

  it('have the same messages in the same order after any history, and the right unread counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (history) => {
        begin();
        await startChat(buyer);
        await buyer.exchange();
        await seller.exchange();
        const devices = { buyer, seller };
        const said = { buyer: [] as string[], seller: [] as string[] };
        for (const [n, event] of history.entries()) {
          const device = devices[event.who];
          if (event.kind === 'say') {
            const content = `${event.who} ${n}`;
            said[event.who].push(content);
            await device.say(content, CHAT, event.photos);
          } else if (event.kind === 'read') {
            const { last_seq = 0 } = (await device.data.chats.find(CHAT)) ?? {};
            if (last_seq > 0) await device.data.chats.markRead(CHAT, last_seq);
            expect(await device.data.chats.find(CHAT)).toMatchObject({ unread_count: 0 });
          } else if (event.kind === 'put off') device.server.deferred.add(event.op);
          else if (event.kind === 'hand over') device.handOver();
          else if (event.kind === 'spare') device.server.spares = event.spares;
          else if (event.kind === 'older') await device.loader.loadOlder(CHAT).catch(() => undefined);
          else await device.exchange(event.fault);
          await expectHonest(device, said[event.who]);
        }
        for (let round = 0; round < 3; round++)
          for (const device of open) {
            device.server.deferred.clear();
            await device.exchange();
          }
        for (const device of open) {
          expect(await device.data.outbox()).toEqual([]);
          await device.loader.loadOlder(CHAT);
          expect((await device.look()).map(({ content }) => content)).toEqual(saidOn());
          expect(await device.data.chats.list()).toMatchObject([chats.view(device.server.sub, CHAT)]);
        }
        expect(saidOn().toSorted()).toEqual([...said.buyer, ...said.seller].toSorted());
        for (const name of ['buyer', 'seller'] as const)
          expect(saidOn().filter((content) => content.startsWith(name))).toEqual(said[name]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

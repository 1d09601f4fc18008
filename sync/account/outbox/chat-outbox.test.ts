import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_MESSAGES } from '#contract/limits.ts';
import { orderingKey } from '#contract/http/mutations.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { ChatLoader } from '../chats/chat-loader.ts';
import { createApiClient } from '../../server/api-client.ts';
import { AccountServer } from '../../testing/account-server.ts';
import { SHOP } from '../../testing/account-device.ts';
import { applyChats, CHAT, ChatDevice, startChat } from '../../testing/chat-device.ts';
import { imageOf, nameOfImage } from '../../testing/sample-image.ts';
import { MISSING_PRODUCT, ShopServer } from '../../testing/shop-server.ts';
import type { UserName } from '../../testing/shop-server.ts';

let shop: ShopServer;
let buyer: ChatDevice;
let seller: ChatDevice;
const open: ChatDevice[] = [];
const createDevice = (user: UserName): ChatDevice => {
  const device = new ChatDevice(new AccountServer(user, shop));
  open.push(device);
  return device;
};
beforeEach(() => {
  shop = new ShopServer({ messagesPerPage: 4 });
  buyer = createDevice('alice');
  seller = createDevice('sam');
});
afterEach(() => {
  for (const device of open.splice(0)) device.close();
});

const saidOn = (chatId = CHAT): string[] => shop.listMessages(chatId);

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
    expect(await buyer.states(id)).toEqual(['Hello rejected']);
    expect(await buyer.data.outbox()).toMatchObject([
      { mutation: { name: 'startChat' }, rejection: { code: 'not-found' } },
      { mutation: { name: 'sendMessage' }, rejection: { code: 'not-found' } },
    ]);
  });
});

it('[CHAT7] operations of a chat keep their order; other chats and read marks do not wait for them', () => {
  const message = { message_id: 'm', content: 'x', images: [] };
  const keyOf = (mutation: Mutation): string => orderingKey(mutation, 'demo-alice');
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
    buyer.server.rejectsPhotos = 'not-ready';
    await buyer.exchange();
    expect([saidOn(), saidOn(other)]).toEqual([[], ['Beside']]);
    buyer.server.rejectsPhotos = undefined;
    await buyer.exchange();
    expect(saidOn()).toEqual(['Look', 'Behind']);
    expect(shop.uploads).toEqual(paths);
    expect(await nameOfImage(await buyer.data.chats.photo(paths[0] ?? ''))).toBe('Look');
    expect(await buyer.store.run((database) => database.photos.where('path').anyOf(paths).toArray())).toMatchObject([
      { kind: 'fetched' },
      { kind: 'fetched' },
    ]);
  });

  it.each(['too-large', 'unsupported-media-type', 'no-room-for-photos'] as const)(
    'whose upload fails with %s is rejected, and the next ones are sent',
    async (code) => {
      await buyer.say('Look', CHAT, 1);
      await buyer.say('Behind');
      buyer.server.rejectsPhotos = code;
      await buyer.exchange();
      expect(await buyer.states()).toEqual(['Behind sent', 'Look rejected']);
      expect(await buyer.data.outbox()).toMatchObject([{ rejection: { code } }]);
      buyer.server.rejectsPhotos = undefined;
      await buyer.data.sendAgain((await buyer.data.outbox())[0]?.id ?? '');
      expect(await buyer.states()).toEqual(['Behind sent', 'Look waiting']);
      await buyer.exchange();
      expect(saidOn()).toEqual(['Behind', 'Look']);
    },
  );

  it('that the server has lost has them uploaded once more, and is rejected if they are lost again', async () => {
    const { fetch } = buyer.server;
    let lossesLeft = 1;
    buyer.server.fetch = async (input, init) => {
      const hasPhoto = String(input).endsWith('/push') && String(init?.body).includes('.webp');
      if (hasPhoto && lossesLeft-- > 0) await shop.app.context.database.writer.deleteFrom('chat_photo').execute();
      return fetch(input, init);
    };
    await buyer.say('Look', CHAT, 1);
    await buyer.exchange();
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Look sent']);
    expect(shop.uploads.length).toBe(2);
    lossesLeft = 2;
    await buyer.say('Again', CHAT, 1);
    await buyer.exchange();
    await buyer.exchange();
    expect(await buyer.states()).toEqual(['Look sent', 'Again rejected']);
    expect(await buyer.data.outbox()).toMatchObject([{ rejection: { code: 'photo-missing' } }]);
    await buyer.data.sendAgain((await buyer.data.outbox())[0]?.id ?? '');
    await buyer.exchange();
    expect(saidOn()).toEqual(['Look', 'Again']);
  });

  it('stays pending, not rejected, when the browser has another user’s session by now', async () => {
    const { fetch } = buyer.server;
    buyer.server.fetch = (input, init) => {
      if (String(input).endsWith('/upload')) buyer.server.asks = 'bob';
      return fetch(input, init);
    };
    await buyer.say('Look', CHAT, 1);
    expect(await buyer.exchange()).toBe(false);
    expect(await buyer.states()).toEqual(['Look waiting']);
    Object.assign(buyer.server, { fetch, asks: 'alice' });
    await buyer.exchange();
    expect(saidOn()).toEqual(['Look']);
  });

  it('leaves no unused photo behind, except those of a draft', async () => {
    const left = await buyer.data.chats.addPhoto(CHAT, imageOf('left'));
    const drafted = await buyer.data.chats.addPhoto(CHAT, imageOf('drafted'));
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
    buyer.server.deferred.add(2);
    expect(await buyer.exchange()).toBe(true);
    expect(shop.uploads).toEqual([]);
    await buyer.exchange();
    expect(saidOn(other)).toEqual(['Look']);
  });
});

describe('[CHAT9] messages on a device', () => {
  it('are one gapless range, to which older ones are prepended', async () => {
    await startChat(buyer);
    for (let n = 1; n <= FIRST_MESSAGES + 6; n++) await buyer.say(`${n}`);
    await buyer.exchange();
    await seller.exchange();
    const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
    const places = async () => (await seller.look()).map(({ seq }) => seq);
    expect(await places()).toEqual(upTo(7, 26));
    expect((await seller.data.chats.messages(CHAT, 50)).older).toBe('server');
    const { fetch } = seller.server;
    const client = createApiClient(SHOP, (input, init) => fetch(`${String(input)}&limit=5`, init));
    const loader = new ChatLoader({ store: seller.store, client, now: () => 1 });
    await buyer.say('27');
    await buyer.exchange();
    expect(await loader.loadOlder(CHAT)).toEqual({ hasOlder: true });
    await seller.exchange();
    expect(await places()).toEqual(upTo(3, 27));
    expect(await loader.loadOlder(CHAT)).toEqual({ hasOlder: false });
    expect(await places()).toEqual(upTo(1, 27));
    expect((await seller.data.chats.messages(CHAT, 50)).older).toBe('none');
    await expect(loader.loadOlder('9-bob')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are deleted with their chat when the user is no longer a member', async () => {
    await startChat(buyer);
    await buyer.say('Look', CHAT, 1);
    await buyer.exchange();
    await buyer.data.chats.saveDraft(CHAT, { content: 'x', photos: [] });
    await applyChats(buyer, { ...(await buyer.server.changes(1)).chats, changed: [], messages: [], removed: [CHAT] });
    expect(await buyer.data.chats.list()).toEqual([]);
    const count = buyer.store.run(({ messages, photos, drafts }) =>
      Promise.all([messages, photos, drafts].map((table) => table.count())),
    );
    expect(await count).toEqual([0, 0, 0]);
  });
});

it('[CHAT4] [fault 65] read marks of two devices converge when they arrive out of order', async () => {
  await startChat(buyer);
  for (let n = 1; n <= 5; n++) await buyer.say(`${n}`);
  await buyer.exchange();
  const tablet = createDevice('sam');
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
    expect((await seller.data.chats.photo(path))?.type).toBe('image/webp');
    await expect(seller.loader.loadPhoto(path.replace('.webp', 'x.webp'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(seller.loader.loadPhoto('https://elsewhere.example/x.webp')).rejects.toMatchObject({
      code: 'not-found',
    });
    const portal = createApiClient(
      SHOP,
      async () => new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } }),
    );
    const loader = new ChatLoader({ store: seller.store, client: portal, now: () => 1 });
    await expect(loader.loadPhoto(path.replace('.webp', 'y.webp'))).rejects.toThrow('expected image');
  });
});

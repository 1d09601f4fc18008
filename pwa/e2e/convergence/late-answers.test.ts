import { access, glob, readFile } from 'node:fs/promises';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { PurchaseInput } from '#sync/api/account-api.ts';
import { createBuyer, purchaseOf, stockCameras } from '#api/testing/apps/order-app.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { messageOf, openChatClient, startOf, uploadPhotos } from '#api/testing/clients/chat-client.ts';
import { send } from '#api/testing/clients/send.ts';
import { signIn, signInAdmin } from '#api/testing/clients/sign-in.ts';
import { ChatLoader } from '#sync/account/chats/chat-loader.ts';
import { AccountExchange } from '#sync/account/exchange.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { uploadPhotos as uploadHeldPhotos } from '#sync/account/outbox/photo-uploads.ts';
import { purchase } from '#sync/account/purchases.ts';
import { beginUserDatabase, endUserDatabase } from '#sync/account/store/user-index.ts';
import { UserStore } from '#sync/account/store/user-store.ts';
import { AdminSession } from '#sync/admin/admin-session.ts';
import { AdminStore } from '#sync/admin/store/admin-store.ts';
import { noteEpoch } from '#sync/admin/store/operations-table.ts';
import { pullAdminOrders } from '#sync/admin/store/pull-admin-orders.ts';
import { pullEpoch } from '#sync/admin/store/pull-epoch.ts';
import { pullFigures } from '#sync/admin/store/pull-figures.ts';
import { createApiClient } from '#sync/server/api-client.ts';

const MESSAGES = 25;
const WIDE = { burst: 1e6, perSecond: 1e6 } as const;
const { signal } = new AbortController();

let app: TestApp;
/** The same shop with another history, as after a backup was restored. */
let restored: TestApp;
let image: Uint8Array;
let opened: { close(): void }[] = [];
let buyers = 0;

beforeAll(async () => {
  [app, restored] = await Promise.all([
    startTestApp({ chats: { messageRate: WIDE } }),
    startTestApp({ chats: { messageRate: WIDE } }),
  ]);
  for (const shop of [app, restored]) await stockCameras(shop, 1_000);
  image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'lime' } })
    .png()
    .toBuffer();
  await saveReply('Hello', 0);
});
afterEach(() => {
  for (const device of opened) device.close();
  opened = [];
});
afterAll(async () => {
  await app.stop();
  await restored.stop();
});

/** Adds or changes a canned reply. */
async function saveReply(name: string, version: number): Promise<void> {
  const reply = await send(app.url, '/api/admin-chat-replies/aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', {
    method: 'PUT',
    headers: { ...(await signInAdmin(app)), 'content-type': 'application/json' },
    body: JSON.stringify({ name, text: 'Hello', version }),
  });
  expect(reply.status).toBe(200);
}

/** A device's connection to a shop. One answer can be held back; calls made after its release fail. */
class Connection {
  shop = app;
  /** Sent with each call. */
  headers: Readonly<Record<string, string>> = {};
  /** Appended to the URL of pulls. */
  query = '';
  #isCut = false;
  #held: { path: string; arrived: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | undefined;

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.#isCut) throw new TypeError('offline');
    const path = String(input).replace(app.url, '');
    const query = path.startsWith('/api/sync/account') ? this.query : '';
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...this.headers };
    const response = await fetch(`${this.shop.url}${path}${query}`, { ...init, headers });
    const held = this.#held;
    if (!held || !path.includes(held.path)) return response;
    this.#held = undefined;
    const body = await response.arrayBuffer();
    held.arrived.resolve();
    await held.released.promise;
    return new Response(body, response);
  };

  /** Runs `ask`, holds its answer back until `meanwhile` is over, and waits until the answer has been processed. */
  async holdAnswer(path: string, ask: () => Promise<unknown>, meanwhile: () => Promise<void>): Promise<void> {
    const held = { path, arrived: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
    this.#held = held;
    const asking = ask().catch((error: unknown) => expect(String(error)).toMatch(/does not answer|[Cc]losed/));
    await held.arrived.promise;
    await meanwhile();
    this.#isCut = true;
    held.released.resolve();
    await asking;
  }
}

/** A user's device. */
class Device {
  readonly line = new Connection();
  readonly sub: string;
  readonly client = createApiClient(app.url, this.line.fetch);
  readonly idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  store: UserStore;

  constructor(sub: string) {
    this.sub = sub;
    this.store = new UserStore(sub, this.idb);
    opened.push(this);
  }

  get loader(): ChatLoader {
    return new ChatLoader({ store: this.store, client: this.client, now: Date.now });
  }

  /** Sends and pulls, as a leader that has just begun. */
  readonly exchange = async (): Promise<void> => {
    const { store, client } = this;
    const times = { now: Date.now, monotonicNow: () => 0, random: () => 1 };
    await new AccountExchange({ store, client, ...times }).run(signal, () => undefined);
  };

  async signInAgain(): Promise<void> {
    this.store.close();
    await endUserDatabase(this.sub, this.idb);
    await beginUserDatabase(this.sub, this.idb);
    this.store = new UserStore(this.sub, this.idb);
    await this.exchange();
  }

  async followRestored(): Promise<void> {
    this.line.shop = restored;
    this.line.headers = (await signIn(restored, this.sub.replace('demo-', ''))).headers;
    await this.exchange();
  }

  async readAllAgain(): Promise<void> {
    this.line.query = '&reread=1';
    await this.exchange();
    this.line.query = '';
  }

  /** Everything stored that came from the server. */
  rows(): Promise<unknown> {
    return this.store.run(async ({ cart, orders, chats, messages, operations, photos, meta }) => ({
      rows: await Promise.all([cart, orders, chats, messages, operations].map((table) => table.toArray())),
      photos: (await photos.toArray()).map(({ path, kind }) => [path, kind]),
      meta: await meta.bulkGet(['cursor', 'olderChats', 'replies']),
    }));
  }

  close(): void {
    this.store.close();
  }
}

/** A call of a device, and changes of its rows that make the answer out of date when they happen before it arrives. */
interface Late {
  readonly device: { readonly line: Connection; rows(): Promise<unknown> };
  /** Part of the call's URL. */
  readonly path: string;
  ask(): Promise<unknown>;
  readonly changes: Readonly<Record<string, () => Promise<void>>>;
}

const changesOf = (device: Device) => ({
  'its user has signed in again': () => device.signInAgain(),
  'the server was restored': () => device.followRestored(),
  'all rows were read again': () => device.readAllAgain(),
});

/** A device of the seller, who has a chat with a new buyer. */
async function openSeller() {
  const name = `buyer${(buyers += 1)}`;
  const chat = chatIdOf(`demo-${name}`, 1);
  const device = new Device('demo-sam');
  device.line.headers = (await signIn(app, 'sam')).headers;
  const buyer = await openChatClient(app, name);
  await buyer.push(startOf(1));
  const uploaded = await uploadPhotos(app, buyer, chat, [{ bytes: image, type: 'image/png' }]);
  const photo = String(uploaded.body['filePath']);
  await buyer.push(...Array.from({ length: MESSAGES - 1 }, () => messageOf(chat, 'Old')), messageOf(chat, '', [photo]));
  await device.exchange();
  const changes = {
    ...changesOf(device),
    'its chat was deleted and begun again': async () => {
      const reply = await buyer.call('DELETE', '/api/my-data', { confirmation: 'delete my data' });
      expect(reply.status).toBe(204);
      await (await openChatClient(app, name)).push(startOf(1));
      await device.exchange();
    },
  };
  return { device, buyer, chat, photo, changes };
}

/** Opens a seller's device that lacks a chat, as one does when there are very many chats. */
async function openBusySeller() {
  const seller = await openSeller();
  await seller.device.store.run((database) =>
    database.transaction('rw', [database.chats, database.meta], async () => {
      await database.chats.delete(seller.chat);
      await database.meta.put({ key: 'olderChats', value: 'start' });
    }),
  );
  return seller;
}

async function openBuyer() {
  const name = `buyer${(buyers += 1)}`;
  const device = new Device(`demo-${name}`);
  device.line.headers = (await signIn(app, name)).headers;
  await device.exchange();
  return device;
}

/** An administrator's device. `otherTab`: its database as another tab has it. */
async function openAdministrator() {
  const line = new Connection();
  const { authorization } = await signInAdmin(app);
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const [store, otherTab] = [new AdminStore(idb), new AdminStore(idb)];
  opened.push(store, otherTab);
  const session = new AdminSession({
    client: createApiClient(app.url, line.fetch),
    origin: app.url,
    sendForm: () => Promise.reject(new Error('not used')),
    onEnded: () => undefined,
  });
  session.setToken(authorization.replace('Bearer ', ''));
  const rows = (): Promise<unknown> =>
    store.run(async (database) => [await database.orders.toArray(), await database.meta.toArray()]);
  const changes = { 'another tab has logged out': () => otherTab.forgetServerData() };
  return { device: { line, rows }, store, session, changes };
}

/** Calls of the engine whose answers it stores: all that go through `ask`, and those that `WITHOUT_ASK` lists as "above". */
const WRITERS: Readonly<Record<string, () => Promise<Late>>> = {
  'older messages': async () => {
    const { device, chat, changes } = await openSeller();
    return { device, path: '/messages?', ask: () => device.loader.loadOlder(chat), changes };
  },
  'older chats': async () => {
    const { device, changes } = await openBusySeller();
    return { device, path: '/api/sync/chats', ask: () => device.loader.loadOlderChats(), changes };
  },
  'a chat': async () => {
    const { device, chat, changes } = await openBusySeller();
    return { device, path: '/api/sync/chats', ask: () => device.loader.loadChat(chat), changes };
  },
  'a photo': async () => {
    const { device, photo, changes } = await openSeller();
    return { device, path: '/images/', ask: () => device.loader.loadPhoto(photo), changes };
  },
  'an upload': async () => {
    const { device, chat } = await openSeller();
    const data = openUserData(device.sub, device.idb);
    opened.push(data);
    const path = await data.chats.addPhoto(chat, new Blob([new Uint8Array(image)], { type: 'image/png' }));
    await data.chats.send(chat, { content: '', photos: [path] });
    const { store, client } = device;
    const run = { signal, noteProgress: () => undefined, onReleased: () => undefined };
    return {
      device,
      path: '/upload',
      ask: () => uploadHeldPhotos({ store, client, now: Date.now }, run),
      changes: changesOf(device),
    };
  },
  'canned replies': async () => {
    const { device } = await openSeller();
    await device.store.run((database) => database.meta.update('replies', { 'value.version': 'an earlier one' }));
    return {
      device,
      path: '/api/chat-replies',
      ask: device.exchange,
      changes: {
        ...changesOf(device),
        'they have changed': async () => {
          await saveReply(`Hello ${(buyers += 1)}`, (replyVersion += 1) - 1);
          await device.exchange();
        },
      },
    };
  },
  'changes of rows': async () => {
    const { device, buyer, chat, changes } = await openSeller();
    await buyer.push(messageOf(chat, 'New'));
    return { device, path: '/api/sync/account', ask: device.exchange, changes };
  },
  'results of operations': async () => {
    const { device, chat } = await openSeller();
    const data = openUserData(device.sub, device.idb);
    opened.push(data);
    await data.chats.send(chat, { content: 'Yes', photos: [] });
    const { 'all rows were read again': _reset, ...changes } = changesOf(device);
    return { device, path: '/api/sync/push', ask: device.exchange, changes };
  },
  'an order': async () => {
    const device = await openBuyer();
    const data = openUserData(device.sub, device.idb);
    opened.push(data);
    const item = { product_id: 1, condition: 'good' } as const;
    await data.enqueue({ name: 'addCartItem', args: { ...item, quantity: 1, price_seen: '12.5' } });
    await device.exchange();
    const { store, client } = device;
    const input = { ...purchaseOf(device.sub), ...item } satisfies PurchaseInput;
    return {
      device,
      path: '/api/create-purchase',
      ask: () => purchase({ store, client, now: Date.now, flush: device.exchange }, input),
      changes: {
        ...changesOf(device),
        'it was pulled, and deleted by its buyer': async () => {
          await device.exchange();
          const [order] = await data.orders();
          await data.enqueue({ name: 'deleteOrder', args: { payment_id: order?.payment_id ?? '' } });
          await device.exchange();
        },
        'it was pulled, and the line added again': async () => {
          await device.exchange();
          await data.enqueue({ name: 'addCartItem', args: { ...item, quantity: 1, price_seen: '12.5' } });
          await device.exchange();
        },
      },
    };
  },
  'orders of all buyers': async () => {
    const buyer = await openBuyer();
    const { device, store, session, changes } = await openAdministrator();
    expect((await createBuyer(app.url, buyer.sub, buyer.line.headers).buy()).status).toBe(200);
    const pull = () => pullAdminOrders(store, session, Date.now, { signal, noteProgress: () => undefined });
    return { device, path: '/api/admin-purchases/changes', ask: pull, changes };
  },
  'the epoch': async () => {
    const { device, store, session } = await openAdministrator();
    const note = (epoch: string) => store.write((database) => noteEpoch(database, epoch));
    await note('of before');
    const changes = { 'a newer one was noted': () => note('newer') };
    return { device, path: '/api/admin', ask: () => pullEpoch({ store, session, signal }), changes };
  },
  'figures of the shop': async () => {
    const { device, store, session, changes } = await openAdministrator();
    return { device, path: '/api/admin', ask: () => pullFigures(store, session, Date.now), changes };
  },
};

let replyVersion = 1;

describe.each(Object.entries(WRITERS))('[LATE1] an answer with %s', (_what, arrange) => {
  it('is stored when it comes in time', async () => {
    const { device, path, ask } = await arrange();
    let before: unknown;
    await device.line.holdAnswer(path, ask, async () => void (before = await device.rows()));
    expect(await device.rows()).not.toEqual(before);
  });

  it('changes nothing when the rows have changed meanwhile', async () => {
    const { changes } = await arrange();
    for (const change of Object.keys(changes)) {
      const { device, path, ask, changes: again } = await arrange();
      let before: unknown;
      await device.line.holdAnswer(path, ask, async () => {
        await again[change]?.();
        before = await device.rows();
      });
      expect(await device.rows(), change).toEqual(before);
    }
  });
});

it('[CHAT18] chats of another user, whose session the browser has by now, are not stored', async () => {
  const { device, buyer } = await openBusySeller();
  const before = await device.rows();
  device.line.headers = buyer.headers;
  await expect(device.loader.loadOlderChats()).rejects.toMatchObject({ code: 'identity-mismatch' });
  expect(await device.rows()).toEqual(before);
});

it('[CHAT9] another device of a buyer who deleted everything shows nothing of the old chat in the one begun again', async () => {
  const { buyer, chat, changes } = await openSeller();
  const device = new Device(buyer.sub);
  device.line.headers = buyer.headers;
  await device.exchange();
  expect(await device.store.run(({ messages }) => messages.count())).toBeGreaterThan(0);
  await changes['its chat was deleted and begun again']();
  device.line.headers = (await signIn(app, buyer.sub.replace('demo-', ''))).headers;
  // The first answer alone must suffice, although a later one would repair it.
  await device.line.holdAnswer('/api/sync/account', device.exchange, async () => undefined);
  expect(await device.store.run(({ chats }) => chats.get(chat))).toMatchObject({ last_seq: 0 });
  expect(await device.store.run(({ messages }) => messages.count())).toBe(0);
});

it('[LATE1] older messages of a chat that was begun again never join those of the deleted one', async () => {
  const { device, buyer, chat } = await openSeller();
  await buyer.call('DELETE', '/api/my-data', { confirmation: 'delete my data' });
  const again = await openChatClient(app, `buyer${buyers}`);
  await again.push(startOf(1), ...Array.from({ length: MESSAGES }, () => messageOf(chat, 'New')));
  const contents = (): Promise<string[]> =>
    device.store.run(async ({ messages }) =>
      (await messages.toArray()).flatMap(({ chat_id, content }) => (chat_id === chat ? content : [])),
    );
  await expect(device.loader.loadOlder(chat)).rejects.toMatchObject({ code: 'not-found' });
  expect(await contents()).not.toContain('New');
  await device.store.run(({ messages }) => messages.clear());
  await expect(device.loader.loadOlder(chat)).rejects.toMatchObject({ code: 'not-found' });
  expect(await contents()).toEqual([]);
  await device.exchange();
  await device.loader.loadOlder(chat);
  expect(await contents()).toEqual(Array.from({ length: MESSAGES }, () => 'New'));
});

/** Modules that call the server without `ask`, with the test of what they store: their rows name an operation or a position. */
const WITHOUT_ASK: Readonly<Record<string, string>> = {
  'sync/account/account.ts': 'stores nothing',
  'sync/account/exchange.ts': 'above',
  'sync/account/send-watches.ts': 'stores nothing',
  'sync/account/session-revocation.ts': 'stores nothing',
  'sync/admin/admin-engine.ts': 'stores nothing',
  'sync/admin/admin-session.ts': 'stores nothing',
  'sync/admin/outbox/send-addition.ts': 'sync/admin/outbox/exactly-once.proof.test.ts',
  'sync/admin/outbox/send-edit.ts': 'sync/admin/outbox/exactly-once.proof.test.ts',
  'sync/admin/outbox/send-operation.ts': 'sync/admin/outbox/exactly-once.proof.test.ts',
  'sync/admin/outbox/upload-local-images.ts': 'sync/admin/outbox/exactly-once.proof.test.ts',
  'sync/admin/store/pull-admin-orders.ts': 'above',
  'sync/admin/token-revocation.ts': 'stores nothing',
  'sync/catalog/pull/download-blocks.ts': 'sync/catalog/pull/shop-writer.test.ts',
  'sync/catalog/pull/pull-catalog.ts': 'sync/catalog/pull/shop-writer.test.ts',
  'sync/catalog/pull/shop-feeds.ts': 'sync/catalog/pull/shop-feeds.test.ts',
  'sync/catalog/pull/snapshot-prefetch.ts': 'sync/catalog/pull/snapshot-prefetch.test.ts',
  'sync/worker/server-link.ts': 'stores nothing',
};

it('[LATE1] every other module that calls the server is listed, with the test of its late answers', async () => {
  const found: string[] = [];
  const isOther = (name: string): boolean => /\.test\.ts$|^sync\/(?:testing|contract|server)$/.test(name);
  for await (const file of glob('sync/**/*.ts', { exclude: isOther })) {
    const text = await readFile(file, 'utf8');
    const calls = /\b(?:client|session|caller)\.call\(|\.(?:upload|fetchImage|fetchBlocks?|sendForm)\(/.test(text);
    if (calls && !/import \{ (?:Answer, )?ask\b.*answer\.ts'/.test(text)) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(WITHOUT_ASK).toSorted());
  const tests = new Set(Object.values(WITHOUT_ASK).filter((where) => where.endsWith('.ts')));
  await Promise.all([...tests].map((test) => access(test)));
});

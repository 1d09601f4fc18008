import { fileOf } from '../storage/database-source.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { myDataSchema } from '#contract/http/my-data.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { FRESH_SIGN_IN_MINUTES, TOMBSTONE_DAYS } from '#contract/limits.ts';
import { createRetentionJob } from '../retention.ts';
import { nowPaymentsEnv, signNowPaymentsNotice, startFakeNowPayments } from '../payments/testing/fake-nowpayments.ts';
import { invoiceOf } from '../payments/testing/fake-provider.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { chooseInSimulator, purchaseOf, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { messageOf, openChatClient, startOf, uploadPhotos } from '../testing/clients/chat-client.ts';
import { listImageFilesOf } from '../testing/clients/image-client.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';
import { ALICE, CHAT, createSubscription } from '../testing/hostile/every-call.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

type Identity = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;
/** Time in which a call is admitted and waits for its turn to write. */
const QUEUED_MS = 150;
const LATE_LINE = { product_id: 1, condition: 'good', quantity: 1, price_seen: '12.50' };
const CONFIRMATION = { confirmation: 'delete my data' };
/** Everything in the database that leads to Alice. */
const TRACES = `${ALICE}|Alice|alice@|Lime Street|Limetown|555 0100|a secret word|push.example/alice|TRACK-4711`.split(
  '|',
);

let app: TestApp | undefined;
afterEach(() => app?.stop());

async function startWorld(): Promise<AliceWorld> {
  const world = await startAliceWorld();
  app = world.app;
  return world;
}

const download = ({ url }: Pick<TestApp, 'url'>, headers: Identity): Promise<Reply> =>
  send(url, '/api/my-data', { headers });

const erase = ({ url }: Pick<TestApp, 'url'>, headers: Identity, body: unknown = CONFIRMATION): Promise<Reply> =>
  send(url, '/api/my-data', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Lists every `table.column` of the database that holds a trace of Alice. */
async function findTraces({ context }: TestApp): Promise<string[]> {
  const { reader } = context.database;
  const found = new Set<string>();
  for (const { name } of await reader.introspection.getTables()) {
    // The cast allows one typed query for all tables.
    for (const row of await reader
      .selectFrom(name as 'meta')
      .selectAll()
      .execute()) {
      for (const [column, value] of Object.entries(row)) {
        if (TRACES.some((trace) => String(value).includes(trace))) found.add(`${name}.${column}`);
      }
    }
  }
  return [...found].sort();
}

/** Deletes the tombstones of chats, as after the time for which they are kept. */
const purgeTombstones = ({ context }: TestApp): Promise<unknown> =>
  createRetentionJob('chat-tombstones', {
    ...context,
    now: () => Date.now() + (TOMBSTONE_DAYS + 1) * DAY_MS,
  }).run();

/** Lists the names of stored photos of chats. */
async function listPhotoFiles(of: TestApp): Promise<string[]> {
  return (await listImageFilesOf(of, 'ChatPhotos')).map((path) => basename(path));
}

it('[PRIVACY1] a download has everything that is stored about its user, and nothing about other users', async () => {
  const { app: server, headers } = await startWorld();
  const bob = await signInBuyer(server, 'bob');
  await bob.buy();
  const reply = await download(server, headers);
  expect([reply.status, reply.headers['content-disposition'], reply.headers['cache-control']]).toEqual([
    200,
    'attachment; filename="my-data.json"',
    'no-store',
  ]);
  const data = myDataSchema.parse(json(reply));
  expect(data.account).toMatchObject({ sub: ALICE, name: 'Alice', email: 'alice@demo.invalid' });
  expect(data.orders).toMatchObject([
    { address: 'Lime Street 1', country: 'US', email: 'alice@example.com', phone: '+1 555 0100' },
  ]);
  expect(data.cart).toMatchObject([{ product_id: 1, quantity: 2 }]);
  expect(data.chats).toMatchObject([{ id: CHAT, messages: [] }]);
  expect(data.photos).toEqual([expect.stringMatching(`^/api/chats/${CHAT}/images/.+\\.webp$`)]);
  expect(data.push_subscriptions).toMatchObject([{ endpoint: 'https://push.example/alice' }]);
  expect(data.sessions.length).toBeGreaterThan(0);
  for (const session of data.sessions) expect(session).toMatchObject({ network: '127.0.0.0/24' });
  expect(reply.body.toString()).not.toContain('bob');
});

it('[PRIVACY1] a download has all messages of a user with more than one page of them', async () => {
  app = await startOrderApp(10, { chats: { messageRate: { burst: 1_000, perSecond: 1_000 } } });
  const alice = await openChatClient(app, 'alice');
  await alice.push(startOf(1));
  for (let start = 0; start < 250; start += 50) {
    await alice.push(...Array.from({ length: 50 }, (_, index) => messageOf(CHAT, `message ${start + index}`)));
  }
  const [chat] = myDataSchema.parse(json(await download(app, alice.headers))).chats;
  expect(chat?.messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 250 }, (_, index) => `message ${index}`),
  );
});

it('[PRIVACY2] after a deletion no row and no file leads to the user, and the sales are still recorded', async () => {
  const { app: server, headers } = await startWorld();
  const alice = await openChatClient(server, 'alice');
  const seller = await openChatClient(server, 'sam');
  await seller.call('POST', '/api/push/subscriptions', createSubscription('https://push.example/sam'));
  await alice.push(messageOf(CHAT, 'a secret word'));
  expect(await listPhotoFiles(server)).toHaveLength(1);
  expect(await findTraces(server)).toContain('purchase.address');
  // The seller's push service cannot be reached, so the message stays stored.
  const listPushes = () =>
    server.context.database.reader
      .selectFrom('push_message')
      .select('message')
      .where('sub', '=', seller.sub)
      .where('tag', '=', `chat ${CHAT}`)
      .execute();
  await expect.poll(listPushes).toMatchObject([{ message: expect.stringContaining('a secret word') as string }]);
  expect((await erase(server, headers)).status).toBe(204);
  await expect.poll(() => listPhotoFiles(server)).toEqual([]);
  // Devices of the staff know the chat by an id that contains the buyer's.
  await expect.poll(() => findTraces(server)).toEqual(['chat_tombstone.chat_id']);
  await purgeTombstones(server);
  expect(await findTraces(server)).toEqual([]);
  const admin = await signInAdmin(server);
  const orders = JSON.parse(
    (await send(server.url, '/api/admin-purchases', { headers: admin })).body.toString(),
  ) as AdminOrder[];
  expect(orders).toMatchObject([
    {
      title: 'Camera',
      total_amount: 12.5,
      payment_status: 'expired',
      contact_name: 'Deleted user',
      email: '',
      country: '',
    },
  ]);
  // The unpaid order has released its unit.
  expect((await readStock(server)).counters).toEqual({ available: 10, reserved: 0, sold: 0 });
});

it.runIf(ON_SQLITE)('[PRIVACY2] the file of the database holds no remains of a deleted user', async () => {
  const { app: server, headers } = await startWorld();
  const alice = await openChatClient(server, 'alice');
  await alice.push(messageOf(CHAT, 'a secret word'));
  const { database } = server.context;
  const readBytes = async (): Promise<string> => (await readFile(fileOf(database.source))).toString('latin1');
  await database.wal?.empty();
  expect(await readBytes()).toContain('Lime Street');
  await erase(server, headers);
  await database.wal?.empty();
  const bytes = await readBytes();
  expect(['a secret word', 'Lime Street', 'alice@'].filter((trace) => bytes.includes(trace))).toEqual([]);
});

it('[PRIVACY2] all sessions and sockets of a deleted user end', async () => {
  const { app: server, headers } = await startWorld();
  const other = (await signIn(server, 'alice')).headers;
  const { socket } = await openEventSocket(server.url, other);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await erase(server, headers);
  expect(await closed).toBe(4401);
  for (const identity of [headers, other]) {
    expect((await send(server.url, '/api/session', { headers: identity })).status).toBe(401);
  }
});

it('[PRIVACY2] devices of the seller and of administrators remove a deleted user', async () => {
  const { app: server, headers } = await startWorld();
  const alice = await openChatClient(server, 'alice');
  await alice.push(messageOf(CHAT, 'a secret word'));
  const seller = await openChatClient(server, 'sam');
  await seller.pull();
  expect(seller.messages.get(CHAT)?.size).toBe(1);
  const admin = await signInAdmin(server);
  const readOrders = async (query: string) =>
    json(await send(server.url, `/api/admin-purchases/changes?${query}`, { headers: admin }));
  const before = await readOrders('since=0');
  await erase(server, headers);

  const page = await seller.pullPage();
  expect(page.chats.isReset).toBe(false);
  await seller.pull();
  expect([...seller.chats.values()]).toMatchObject([{ buyer_name: 'Deleted user', last_message: '', last_seq: 0 }]);
  expect(seller.messages.size).toBe(0);
  expect(page.digests?.chats).toBeDefined();
  const after = await readOrders(
    `since=${String(before['seq'])}&epoch=${String(before['epoch'])}&proof=${String(before['proof'])}`,
  );
  expect(after).toMatchObject({ reset: false, orders: [{ contact_name: 'Deleted user', address: '', email: '' }] });
  expect(JSON.stringify([after, ...seller.chats.values()])).not.toMatch(/alice|Lime/i);
});

it('[PRIVACY2] a device that was away for longer than tombstones are kept starts over', async () => {
  const { app: server, headers } = await startWorld();
  const alice = await openChatClient(server, 'alice');
  await alice.push(messageOf(CHAT, 'a secret word'));
  const seller = await openChatClient(server, 'sam');
  await seller.pull();
  await erase(server, headers);
  await purgeTombstones(server);
  expect(await server.context.database.reader.selectFrom('chat_tombstone').selectAll().execute()).toEqual([]);
  const page = await seller.pullPage();
  expect(page.chats.isReset).toBe(true);
  expect([...seller.chats.values()].map(({ buyer_name }) => buyer_name)).toEqual(['Deleted user']);
});

it('[PRIVACY2] a user who comes back is new: all earlier data is gone, and a new chat has the same id', async () => {
  const { app: server, headers } = await startWorld();
  const before = await openChatClient(server, 'alice');
  await before.push(messageOf(CHAT, 'a secret word'), messageOf(CHAT, 'another one'));
  const seller = await openChatClient(server, 'sam');
  await seller.pull();
  await erase(server, headers);
  const again = await openChatClient(server, 'alice');
  await again.pull();
  expect([...again.chats.keys()]).toEqual([]);
  await again.push(startOf(1), messageOf(CHAT, 'Hello again'));
  await seller.pull();
  expect([...(seller.messages.get(CHAT)?.values() ?? [])].map(({ content }) => content)).toEqual(['Hello again']);
  expect([...seller.chats.values()].map(({ buyer_name }) => buyer_name).sort()).toEqual(['Alice', 'Deleted user']);
});

it('[PRIVACY2] a photo whose upload ends after the deletion of its chat leaves no file', async () => {
  const { app: server, headers } = await startWorld();
  const { blobs } = server.context;
  const put = blobs.put.bind(blobs);
  let isErased = false;
  // The user deletes their data while the file of the photo is written.
  blobs.put = async (path, bytes, options) => {
    if (!isErased) {
      isErased = true;
      expect((await erase(server, headers)).status).toBe(204);
    }
    await put(path, bytes, options);
  };
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#4f7f00' } })
    .png()
    .toBuffer();
  expect((await uploadPhotos(server, { headers }, CHAT, [{ bytes }])).status).not.toBe(200);
  expect(isErased).toBe(true);
  await expect.poll(() => listPhotoFiles(server)).toEqual([]);
});

it('[PRIVACY2] calls at the same time as a deletion are answered, and bring no data back', async () => {
  const { app: server, headers } = await startWorld();
  const call = (path: string, body: unknown) =>
    send(server.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const calls = Array.from({ length: 12 }, (_, index) =>
    index === 5
      ? erase(server, headers)
      : call(index % 2 ? '/api/cart' : '/api/create-purchase', {
          ...(index % 2 ? { google_id: ALICE, product_id: 1, condition: 'good', quantity: 1 } : purchaseOf(ALICE)),
        }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses[5]).toBe(204);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await expect.poll(() => findTraces(server)).toEqual(['chat_tombstone.chat_id']);
});

it('[PRIVACY2] calls that were admitted before a deletion and write after it are rejected', async () => {
  const { app: server, headers } = await startWorld();
  const { headers: other } = await signIn(server, 'alice');
  const call = (path: string, body: unknown) =>
    send(server.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...other },
      body: JSON.stringify(body),
    });
  const operation = { id: 'late', number: 1, name: 'addCartItem', args: LATE_LINE };
  const gate = Promise.withResolvers<void>();
  const held = server.context.write(() => gate.promise);
  const erased = erase(server, headers);
  await setTimeout(QUEUED_MS);
  const calls = [
    call('/api/sync/push', { client: 'late', user: ALICE, ops: [operation] }),
    call('/api/push/subscriptions', createSubscription('https://push.example/alice-late')),
    call('/api/chats', { productId: 1, buyerGoogleId: ALICE }),
    call('/api/cart', { google_id: ALICE, product_id: 1, condition: 'good', quantity: 1 }),
    call('/api/create-purchase', purchaseOf(ALICE)),
  ];
  await setTimeout(QUEUED_MS);
  gate.resolve();
  await held;
  expect((await erased).status).toBe(204);
  const replies = await Promise.all(calls);
  expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 401));
  await expect.poll(() => findTraces(server)).toEqual(['chat_tombstone.chat_id']);
});

it('[PRIVACY3] a deletion is rejected while an order is paid and not sent yet', async () => {
  app = await startOrderApp(10);
  const alice = await signInBuyer(app, 'alice');
  const { headers } = await signIn(app, 'alice');
  const bought = await alice.buy();
  await chooseInSimulator(app, bought, 'pay');
  await expect.poll(async () => (await alice.orders())[0]?.payment_status).toBe('finished');
  const rejected = json(await erase(app, headers));
  expect(rejected).toMatchObject({ status: 409, code: 'order-not-sent', current: { orders: 1 } });
  expect(rejected['detail']).toMatch(/^1 order is paid for and not sent yet/);
  expect(await findTraces(app)).toContain('purchase.address');
  const paymentId = (await alice.orders())[0]?.payment_id ?? '';
  const shipment = { shipped: true, postal_service: 'Post', tracking_number: 'TRACK-4711' };
  await send(app.url, `/api/admin-purchases/${paymentId}/shipped`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...(await signInAdmin(app)) },
    body: JSON.stringify(shipment),
  });
  expect(await findTraces(app)).toContain('admin_audit.after');
  expect((await erase(app, headers)).status).toBe(204);
  expect(await findTraces(app)).toEqual([]);
  const keys = await app.context.database.reader
    .selectFrom('purchase')
    .select(['request_key', 'request_hash'])
    .execute();
  expect(keys).toEqual([{ request_key: null, request_hash: null }]);
  expect((await readStock(app)).counters).toEqual({ available: 9, reserved: 0, sold: 1 });
});

it('[PRIVACY3] a part payment prevents a deletion only while its order holds stock', async () => {
  const provider = await startFakeNowPayments();
  onTestFinished(() => provider.close());
  app = await startOrderApp(10, { env: nowPaymentsEnv(provider) });
  for (const [name, paidShare, status] of [
    ['bob', 0.5, 409],
    ['alice', 0.001, 204],
  ] as const) {
    const { id } = json(await (await signInBuyer(app, name)).buy())['order'] as { id: string };
    const notice = signNowPaymentsNotice({ ...invoiceOf(provider, id), status: 'partially_paid', paidShare });
    await send(app.url, '/api/payments/nowpayments/notices', { method: 'POST', ...notice });
    expect((await erase(app, (await signIn(app, name)).headers)).status).toBe(status);
  }
});

it('[PRIVACY3] a seller whom the settings name is asked to be removed from them first', async () => {
  const { app: server } = await startWorld();
  const { headers } = await signIn(server, 'sam');
  expect(json(await erase(server, headers))).toMatchObject({ status: 409, code: 'listed-user' });
  expect((await send(server.url, '/api/session', { headers })).status).toBe(200);
});

it.each([undefined, {}, { confirmation: '' }, { confirmation: 'yes' }, { ...CONFIRMATION, sub: 'demo-bob' }])(
  '[PRIVACY3] a deletion without the exact confirmation changes nothing: %j',
  async (body) => {
    const { app: server, headers, readAlice } = await startWorld();
    const before = await readAlice();
    const reply = await send(server.url, '/api/my-data', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(reply.status).toBe(400);
    expect(await readAlice()).toEqual(before);
  },
);

it('[PRIVACY3] another site cannot delete the data of its visitors', async () => {
  const { app: server, headers, readAlice } = await startWorld();
  const before = await readAlice();
  const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(json(await erase(server, foreign))).toMatchObject({ code: 'origin-refused' });
  expect(await readAlice()).toEqual(before);
});

it('[EVENT1] a download and a deletion write one log line each, without personal data', async () => {
  const recorder = createLogRecorder();
  app = await startOrderApp(1, { env: { LOG_LEVEL: 'info' }, logTo: recorder.logTo });
  const { headers } = await signIn(app, 'alice');
  recorder.clear();
  await download(app, headers);
  await erase(app, headers);
  expect(recorder.events()).toMatchObject([
    { security: 'own-data-exported', method: 'GET', route: '/api/my-data' },
    { security: 'account-deleted', method: 'DELETE', route: '/api/my-data' },
  ]);
  expect(recorder.text()).not.toMatch(/alice/i);
});

it('[PRIVACY4] downloads and deletions need a recent login', async () => {
  let offsetMs = 0;
  app = await startOrderApp(1, { now: () => Date.now() + offsetMs });
  const { headers } = await signIn(app, 'alice');
  offsetMs = (FRESH_SIGN_IN_MINUTES + 1) * 60_000;
  for (const reply of [await download(app, headers), await erase(app, headers)]) {
    expect(json(reply)).toMatchObject({ status: 403, code: 'sign-in-again' });
  }
  const again = (await signIn(app, 'alice')).headers;
  expect((await download(app, again)).status).toBe(200);
});

it('[PRIVACY4] a user downloads at most five times in a row', async () => {
  app = await startOrderApp(1);
  const { headers } = await signIn(app, 'alice');
  for (let count = 0; count < 5; count += 1) expect((await download(app, headers)).status).toBe(200);
  expect(json(await download(app, headers))).toMatchObject({ status: 429, code: 'too-many-requests' });
  expect((await download(app, (await signIn(app, 'bob')).headers)).status).toBe(200);
});

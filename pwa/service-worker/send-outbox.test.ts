import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PUSH_PATH, SYNC_LOCK, userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { pushOperations } from '#contract/http/account.ts';
import { MAX_PUSH_BYTES } from '#contract/limits.ts';
import { operationSchema } from '#contract/http/mutations.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { UserStore } from '#sync/account/store/user-store.ts';
import { sendOutbox } from './send-outbox.ts';

let indexedDB: IDBFactory;
let isLed: boolean;
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  indexedDB = new IDBFactory();
  isLed = false;
  fetched
    .mockReset()
    .mockImplementation(async () => Response.json({ results: [{ id: 'x', outcome: 'applied', seq: 0 }] }));
  Dexie.dependencies.indexedDB = indexedDB;
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, _options: object, run: (lock: object | null) => unknown) =>
        run(name === SYNC_LOCK && isLed ? null : {}),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const readOps = ({ ops }: { ops: readonly unknown[] }) => ops.map((op) => operationSchema.parse(op));

const storage = () => ({ indexedDB, IDBKeyRange });

async function putIntoCart(): Promise<string> {
  const store = new UserStore('alice', storage());
  const client = await store.client();
  store.close();
  const data = openUserData('alice', storage());
  const item = { product_id: 7, condition: 'good', quantity: 1, price_seen: '12.5' } as const;
  await data.enqueue({ name: 'addCartItem', args: item });
  await data.enqueue({ name: 'setCartQuantity', args: { product_id: 7, condition: 'good', quantity: 3 } });
  data.close();
  return client;
}

it('sends pending operations as a tab would, and leaves them in the outbox', async () => {
  const client = await putIntoCart();
  await sendOutbox('alice');
  const [path, init] = fetched.mock.lastCall ?? [];
  expect(path).toBe(PUSH_PATH);
  const body = pushOperations.body.parse(JSON.parse(String(init?.body)));
  expect(body).toMatchObject({ client, user: 'alice' });
  expect(readOps(body).map(({ number, name }) => [number, name])).toEqual([
    [1, 'addCartItem'],
    [2, 'setCartQuantity'],
  ]);
  const data = openUserData('alice', storage());
  expect(await data.outbox()).toHaveLength(2);
  data.close();
});

it('sends the rows’ cursor, which a restored server needs, but no acknowledged operations', async () => {
  await putIntoCart();
  const cursor = { epoch: 'e', cart: 5, cartProof: 'c', orders: 6, ordersProof: 'o', chats: 7, chatsProof: 'h' };
  const store = new UserStore('alice', storage());
  await store.run((database) => database.meta.put({ key: 'cursor', value: cursor }));
  const [first] = await store.listWaiting();
  await store.run((database) => database.operations.update(first?.id ?? '', { ackEpoch: 'e', ackSeq: 5 }));
  store.close();
  await sendOutbox('alice');
  const body = pushOperations.body.parse(JSON.parse(String(fetched.mock.lastCall?.[1]?.body)));
  expect(body).toMatchObject({ epoch: 'e', cursor });
  expect(readOps(body).map(({ number }) => number)).toEqual([2]);
});

it('sends no message whose photo is not on the server, and no message after it', async () => {
  await putIntoCart();
  const data = openUserData('alice', storage());
  const chat = await data.chats.start({ product_id: 7, title: '', preview: '', placeholder: '', buyer_name: '' });
  await data.chats.send(chat, { content: 'Before', photos: [] });
  await data.chats.send(chat, { content: '', photos: [await data.chats.addPhoto(chat, new Blob(['x']))] });
  await data.chats.send(chat, { content: 'Behind', photos: [] });
  data.close();
  await sendOutbox('alice');
  const body = pushOperations.body.parse(JSON.parse(String(fetched.mock.lastCall?.[1]?.body)));
  expect(readOps(body).map(({ name }) => name)).toEqual(['addCartItem', 'setCartQuantity', 'startChat', 'sendMessage']);
});

/** Adds to the cart `count` times; returns a function that lists the operations of each push. */
async function putManyIntoCart(count: number) {
  const store = new UserStore('alice', storage());
  await store.client();
  store.close();
  const data = openUserData('alice', storage());
  const item = { product_id: 7, condition: 'good', quantity: 1, price_seen: '12.5' } as const;
  await Promise.all(Array.from({ length: count }, () => data.enqueue({ name: 'addCartItem', args: item })));
  data.close();
  return () => fetched.mock.calls.map(([, init]) => readOps(pushOperations.body.parse(JSON.parse(String(init?.body)))));
}

it('sends the whole outbox in order, in pushes of at most 100 operations', async () => {
  const pushes = await putManyIntoCart(250);
  await sendOutbox('alice');
  expect(pushes().map(({ length }) => length)).toEqual([100, 100, 50]);
  const numbers = pushes().flatMap((ops) => ops.map(({ number }) => number));
  expect(numbers).toEqual(Array.from({ length: 250 }, (_, place) => place + 1));
});

it('sends no push that is larger than the server reads', async () => {
  await putIntoCart();
  const data = openUserData('alice', storage());
  const chat = await data.chats.start({ product_id: 7, title: '', preview: '', placeholder: '', buyer_name: '' });
  for (let count = 0; count < 30; count++) await data.chats.send(chat, { content: '木'.repeat(4_000), photos: [] });
  data.close();
  await sendOutbox('alice');
  const sizes = fetched.mock.calls.map(([, init]) => new TextEncoder().encode(String(init?.body)).length);
  expect(sizes.length).toBe(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PUSH_BYTES);
});

it.each([500, 503, 429, 413, 502])(
  'fails after status %i so that the browser retries, and sends no more',
  async (status) => {
    await putManyIntoCart(150);
    fetched.mockImplementation(async () => new Response('', { status }));
    await expect(sendOutbox('alice')).rejects.toThrow(String(status));
    expect(fetched).toHaveBeenCalledOnce();
  },
);

it.each([401, 403])('stops after status %i until the user signs in', async (status) => {
  await putManyIntoCart(150);
  fetched.mockImplementation(async () => new Response('', { status }));
  await sendOutbox('alice');
  expect(fetched).toHaveBeenCalledOnce();
});

it('waits once for a short pause that the server asks for, and leaves a long one to the browser', async () => {
  await putIntoCart();
  const busy = (seconds: string) => new Response('', { status: 429, headers: { 'retry-after': seconds } });
  fetched.mockResolvedValueOnce(busy('0'));
  await sendOutbox('alice');
  expect(fetched).toHaveBeenCalledTimes(2);
  fetched.mockImplementation(async () => busy('0'));
  await expect(sendOutbox('alice')).rejects.toThrow('429');
  expect(fetched).toHaveBeenCalledTimes(4);
  fetched.mockImplementation(async () => busy('60'));
  await expect(sendOutbox('alice')).rejects.toThrow('429');
  expect(fetched).toHaveBeenCalledTimes(5);
});

it.each([[[]], [[{ id: 'x', outcome: 'later' }]]])(
  'fails after the results %j so that the browser retries, and lets nothing overtake deferred operations',
  async (results) => {
    const pushes = await putManyIntoCart(101);
    fetched.mockImplementationOnce(async () => Response.json({ results }));
    await expect(sendOutbox('alice')).rejects.toThrow('deferred');
    expect(pushes()).toHaveLength(1);
  },
);

it('sends operations that an earlier release stored without ids, as right after an update', async () => {
  const old = new Dexie(userDatabaseName('alice'), storage());
  old.version(2).stores({ outbox: '++op, state', meta: 'key' });
  await old.table('meta').add({ key: 'client', value: 'device-1' });
  const mutation = { name: 'deleteOrder', args: { payment_id: 'p' } };
  await old.table('outbox').add({ mutation, line: null, createdAtMs: 0, state: 'waiting', seq: null, rejection: null });
  old.close();
  await sendOutbox('alice');
  const body = pushOperations.body.parse(JSON.parse(String(fetched.mock.lastCall?.[1]?.body)));
  expect(body.ops).toEqual([{ id: 'device-1.1', number: 1, ...mutation }]);
  const data = openUserData('alice', storage());
  expect(await data.outbox()).toMatchObject([{ id: 'device-1.1' }]);
  data.close();
});

it('leaves the work to a tab that syncs', async () => {
  await putIntoCart();
  isLed = true;
  await sendOutbox('alice');
  expect(fetched).not.toHaveBeenCalled();
});

it('fails offline so that the browser retries, and creates no database of a signed-out user', async () => {
  await putIntoCart();
  fetched.mockRejectedValue(new TypeError('offline'));
  await expect(sendOutbox('alice')).rejects.toThrow('offline');
  await expect(sendOutbox('bob')).rejects.toThrow();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([
    'hexlime-session-index',
    'hexlime-user-alice',
  ]);
});

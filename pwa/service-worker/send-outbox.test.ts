import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PUSH_PATH, SYNC_LOCK } from '#contract/service-worker/background-sync.ts';
import { pushOperations } from '#contract/http/account.ts';
import { openUserData } from '#sync/account/user-data.ts';
import { UserStore } from '#sync/account/user-store.ts';
import { sendOutbox } from './send-outbox.ts';

let indexedDB: IDBFactory;
let isLed: boolean;
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  indexedDB = new IDBFactory();
  isLed = false;
  fetched.mockReset().mockResolvedValue(new Response());
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
  expect(body.ops.map(({ op, name }) => [op, name])).toEqual([
    [1, 'addCartItem'],
    [2, 'setCartQuantity'],
  ]);
  const data = openUserData('alice', storage());
  expect(await data.outbox()).toHaveLength(2);
  data.close();
});

it('sends no message whose photo is not on the server, and none after it', async () => {
  await putIntoCart();
  const data = openUserData('alice', storage());
  const chat = await data.chats.start({ product_id: 7, title: '', preview: '', placeholder: '', buyer_name: '' });
  await data.chats.send(chat, { content: 'Before', photos: [] });
  await data.chats.send(chat, { content: '', photos: [await data.chats.addPhoto(chat, new Blob(['x']))] });
  await data.chats.send(chat, { content: 'Behind', photos: [] });
  data.close();
  await sendOutbox('alice');
  const { ops } = pushOperations.body.parse(JSON.parse(String(fetched.mock.lastCall?.[1]?.body)));
  expect(ops.map(({ name }) => name)).toEqual(['addCartItem', 'setCartQuantity', 'startChat', 'sendMessage']);
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

import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Mutation } from '#contract/http/mutations.ts';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { createRetentionJob } from '#api/retention.ts';
import { signIn } from '#api/testing/clients/sign-in.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { UserStore } from '#sync/account/store/user-store.ts';
import { AccountExchange } from '#sync/account/exchange.ts';
import { createApiClient } from '#sync/server/api-client.ts';
import { copyDisk } from '../simulation/disks/copy-disk.ts';
import { loseNextCommit } from '#sync/testing/lost-commit.ts';

const DAY_MS = 86_400_000;
const SUB = 'demo-alice';

let app: TestApp;
let clockMs: number;
let devices: Device[];

beforeEach(async () => {
  clockMs = Date.now();
  devices = [];
  app = await startTestApp({ now: () => clockMs });
  const fields = { main_category: 'Phones', category: 'Used', good_condition_price: '50' };
  await app.context.products.saveProducts(
    'ayz',
    [1, 2, 3].map((id) => ({
      id,
      fields: { ...fields, title: `Phone ${id}`, good_condition_available_quantity: '90' },
    })),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const device of devices) device.close();
  await app.stop();
});

/** A device of the user: the page's and the leader's access to one disk. */
class Device {
  readonly #idb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof globalThis.IDBKeyRange };
  readonly disk: IDBFactory;
  data: ReturnType<typeof openUserData>;
  store: UserStore;

  constructor(disk = new IDBFactory()) {
    this.disk = disk;
    this.#idb = { indexedDB: disk, IDBKeyRange };
    this.data = openUserData(SUB, this.#idb);
    this.store = new UserStore(SUB, this.#idb);
    devices.push(this);
  }

  /** Signs in and exchanges; `isAnswered`: the server's answers arrive. Returns whether everything succeeded. */
  async exchange({ isAnswered = true } = {}): Promise<boolean> {
    const { headers } = await signIn(app, 'alice');
    const call: typeof fetch = async (input, init) => {
      const reply = await fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...headers },
      });
      if (isAnswered) return reply;
      throw new TypeError('The answer is lost');
    };
    const exchange = new AccountExchange({
      store: this.store,
      client: createApiClient(app.url, call),
      now: () => clockMs,
      monotonicNow: () => clockMs,
      random: () => 1,
    });
    return exchange
      .run(new AbortController().signal, () => undefined)
      .then(
        () => true,
        () => false,
      );
  }

  /** Copies the disk, as a backup of the device does. */
  copy(): IDBFactory {
    this.close();
    return copyDisk(this.disk, (name) => name);
  }

  async cart(): Promise<string[]> {
    return (await this.data.cart()).map(({ product_id, quantity }) => `${product_id}×${quantity}`);
  }

  close(): void {
    this.data.close();
    this.store.close();
  }
}

const add = (product_id: number, quantity = 1): Mutation => ({
  name: 'addCartItem',
  args: { product_id, condition: 'good', quantity, price_seen: '50' },
});

async function serverCart(): Promise<string[]> {
  const lines = await app.context.database.reader
    .selectFrom('cart_line')
    .select(['product_id', 'quantity'])
    .where('sub', '=', SUB)
    .orderBy('added_at')
    .execute();
  return lines.map(({ product_id, quantity }) => `${product_id}×${quantity}`);
}

it('[OUT1] taps on a device whose storage was rolled back are applied, though their numbers were used before', async () => {
  const before = new Device();
  await before.data.enqueue(add(1));
  await before.exchange();
  const lastWeek = before.copy();
  const original = new Device(before.disk);
  await original.data.enqueue(add(2));
  expect(await original.exchange()).toBe(true);
  original.close();

  const device = new Device(lastWeek);
  await device.data.enqueue(add(3));
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×1', '2×1', '3×1']);
  expect(await device.cart()).toEqual(await serverCart());
});

it('[OUT1] pending taps of a rolled back device get their old answers, new ones are applied, each once', async () => {
  const before = new Device();
  await before.data.enqueue(add(1));
  await before.exchange();
  await before.data.enqueue(add(2));
  const lastWeek = before.copy();
  const original = new Device(before.disk);
  expect(await original.exchange()).toBe(true);
  await original.data.enqueue(add(1));
  expect(await original.exchange()).toBe(true);
  original.close();

  clockMs += 7 * DAY_MS;
  const device = new Device(lastWeek);
  await device.data.enqueue(add(3));
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×2', '2×1', '3×1']);
  expect(await device.cart()).toEqual(await serverCart());
  expect(await device.data.outbox()).toEqual([]);
});

it('[OUT1] a tap is one operation when the connection to the storage dies after its commit', async () => {
  const isLost = loseNextCommit('operations');
  const device = new Device();
  await device.data.enqueue(add(1));
  expect(isLost()).toBe(true);
  expect(await device.data.outbox()).toHaveLength(1);
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×1']);
});

it.each([31, 60, 400])('[OUT1] a tap whose answer was lost %i days ago is applied once', async (days) => {
  const device = new Device();
  await device.data.enqueue(add(1));
  expect(await device.exchange({ isAnswered: false })).toBe(false);
  expect(await serverCart()).toEqual(['1×1']);
  clockMs += days * DAY_MS;
  await purge();
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×1']);
  expect(await device.cart()).toEqual(['1×1']);
  expect(await device.data.outbox()).toEqual([]);
});

it('[OUT1] an outbox of 400 days, at whose beginning an answer was lost, is applied in its order, each tap once', async () => {
  const device = new Device();
  await device.data.enqueue(add(1));
  expect(await device.exchange()).toBe(true);
  await device.data.enqueue(add(2));
  expect(await device.exchange({ isAnswered: false })).toBe(false);
  for (let day = 1; day <= 400; day++) {
    clockMs += DAY_MS;
    const put: Mutation = {
      name: 'setCartQuantity',
      args: { product_id: 2, condition: 'good', quantity: 1 + (day % 90) },
    };
    await device.data.enqueue(day % 5 === 0 ? add(1) : put);
    if (day % 100 === 0) await purge();
  }
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×81', '2×40']);
  expect(await device.cart()).toEqual(await serverCart());
  expect(await device.data.outbox()).toEqual([]);
});

it('[OUT1] two devices with a copy of one storage send its pending operations once', async () => {
  const first = new Device();
  await first.data.enqueue(add(1));
  await first.data.enqueue(add(2));
  const clone = new Device(first.copy());
  const original = new Device(first.disk);
  await Promise.all([original.data.enqueue(add(3)), clone.data.enqueue(add(3, 2))]);
  for (const device of [original, clone, original]) expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×1', '2×1', '3×3']);
  for (const device of [original, clone]) expect(await device.cart()).toEqual(await serverCart());
});

it('[CHAT14] an operation that an old version of the page has sent is applied once after the update', async () => {
  const disk = new IDBFactory();
  const old = new Dexie(userDatabaseName(SUB), { indexedDB: disk, IDBKeyRange });
  old.version(2).stores({ outbox: '++op, state', meta: 'key' });
  await old.table('meta').add({ key: 'client', value: 'device-of-before' });
  for (const mutation of [add(1), add(2)])
    await old
      .table('outbox')
      .add({ mutation, line: null, createdAtMs: 0, state: 'waiting', seq: null, rejection: null });
  old.close();
  // The old version of the page has sent the first operation, and lost the answer.
  const { headers } = await signIn(app, 'alice');
  const sent = await fetch(`${app.url}/api/sync/push`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-protocol': '1' },
    body: JSON.stringify({ client: 'device-of-before', user: SUB, ops: [{ op: 1, ...add(1) }] }),
  });
  expect(sent.status).toBe(200);

  const device = new Device(disk);
  expect(await device.cart()).toEqual(['1×1', '2×1']);
  await device.data.enqueue(add(3));
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×1', '2×1', '3×1']);
  expect(await device.cart()).toEqual(await serverCart());
});

it('[OUT2] a tap in a storage so old that the server has forgotten the tap is shown, not sent blindly', async () => {
  const before = new Device();
  await before.data.enqueue(add(1));
  const old = before.copy();
  const original = new Device(before.disk);
  expect(await original.exchange()).toBe(true);
  await original.data.enqueue(add(2));
  expect(await original.exchange()).toBe(true);
  await original.data.enqueue(add(2));
  expect(await original.exchange()).toBe(true);
  const client = await original.store.client();
  original.close();

  clockMs += 91 * DAY_MS;
  await purge();
  const device = new Device(old);
  await device.store.run((database) => database.meta.put({ key: 'client', value: client }));
  expect(await device.exchange()).toBe(true);
  const [entry] = await device.data.outbox();
  expect(entry).toMatchObject({ mutation: add(1), rejection: { code: 'in-doubt' } });
  expect(await serverCart()).toEqual(['1×1', '2×2']);
  // The user decides; new taps are not in doubt.
  await device.data.sendAgain(entry?.id ?? '');
  await device.data.enqueue(add(3));
  expect(await device.exchange()).toBe(true);
  expect(await serverCart()).toEqual(['1×2', '2×2', '3×1']);
  expect(await device.data.outbox()).toEqual([]);
});

/** Runs the server's job that deletes old results. */
async function purge(): Promise<void> {
  await createRetentionJob('operation-results', { ...app.context, now: () => clockMs }).run();
}

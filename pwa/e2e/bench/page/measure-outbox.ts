import { liveQuery } from 'dexie';
import { pacedRead } from '#pwa/platform/storage/use-user-data.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import type { EngineApi } from '#sync/api/engine-api.ts';

/** Times of a round of writes, one after another, each awaited until it is durable. */
export interface WriteTimes {
  /** Until the last was durable on this device, in ms. */
  readonly localMs: number;
  /** Until the server's acknowledgement of all of them, in ms. */
  readonly serverMs: number;
}

/** Figures of the writes of the engine. */
export interface OutboxTimes extends WriteTimes {
  /** As many bare puts into a database of one table, strictly durable, in ms. */
  readonly bareMs: number;
  /** IndexedDB transactions of the page until the last write was durable. */
  readonly transactions: number;
}

/** Products of the cart. */
const PRODUCTS = 40;
const PAUSE_MS = 300;

/** Measures rounds of optimistic writes to a demo user's cart, which a live query reads meanwhile, as a screen does. */
export async function measureOutbox(
  engine: EngineApi,
  { credential, writes, rounds }: { credential: string; writes: number; rounds: number },
): Promise<OutboxTimes[]> {
  // Counts before the first database is opened, because Dexie keeps the function that it finds then.
  const transactions = countTransactions();
  const session = await engine.account.signIn(credential);
  if (!session.ok) throw new Error(`Signing in came to ${session.problem}`);
  const data = openUserData(session.value.user.sub);
  const settled = async (isSettled: () => Promise<boolean>): Promise<void> => {
    const done = Promise.withResolvers<void>();
    const watch = liveQuery(isSettled).subscribe((isDone) => {
      if (isDone) done.resolve();
    });
    await done.promise;
    watch.unsubscribe();
  };
  await settled(async () => (await data.state()).lastSyncedAtMs !== null);
  let shownUnits = 0;
  const shown = liveQuery(pacedRead(() => data.cart())).subscribe((lines = []) => {
    shownUnits = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  });
  const times: OutboxTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const bareMs = await measureBarePuts(writes);
    const before = transactions.count;
    const startUnits = (await data.cart()).reduce((sum, { quantity }) => sum + quantity, 0);
    const startMs = performance.now();
    for (let place = 0; place < writes; place++) {
      await data.enqueue({
        name: 'addCartItem',
        args: { product_id: 1 + (place % PRODUCTS), condition: 'good', quantity: 1, price_seen: '5' },
      });
    }
    const localMs = performance.now() - startMs;
    const used = transactions.count - before;
    await settled(async () => (await data.outbox()).length === 0);
    const serverMs = performance.now() - startMs;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (shownUnits !== startUnits + writes)
      throw new Error(`The cart shows ${shownUnits} units, not ${startUnits + writes}`);
    times.push({ localMs, serverMs, bareMs, transactions: used });
  }
  shown.unsubscribe();
  transactions.stop();
  data.close();
  return times;
}

async function measureBarePuts(writes: number): Promise<number> {
  const name = 'bench-bare-puts';
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows', { keyPath: 'id' }));
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
  });
  const startMs = performance.now();
  for (let id = 0; id < writes; id++) {
    const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
    transaction
      .objectStore('rows')
      .put({ id, text: 'as long as an operation of the outbox is, more or less'.repeat(4) });
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  }
  const ms = performance.now() - startMs;
  database.close();
  indexedDB.deleteDatabase(name);
  return ms;
}

function countTransactions(): { count: number; stop(): void } {
  const { prototype } = IDBDatabase;
  const { transaction } = prototype;
  const counter = {
    count: 0,
    stop: () => {
      prototype.transaction = transaction;
    },
  };
  prototype.transaction = function count(this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
    counter.count += 1;
    return transaction.apply(this, args);
  };
  return counter;
}

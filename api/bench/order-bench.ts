import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createAppContext } from '../app-context.ts';
import { MAX_UNPAID_UNITS } from '#contract/limits.ts';
import { createCartService } from '../cart/cart.service.ts';
import { readConfig } from '../config/config.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { createCheckout } from '../orders/checkout.service.ts';
import type { InvoiceMaker } from '../payments/invoice-maker.ts';
import type { Database } from '../storage/database.ts';
import { purchaseOf, stockCameras } from '../testing/apps/order-app.ts';

/** Durable orders, compared with bare inserts of one row, both with synchronous writes; medians. */
export interface OrderBenchResult {
  readonly name: string;
  readonly perSecond: number;
  readonly barePerSecond: number;
  readonly ratio: number;
}

export interface OrderBenchOptions {
  readonly rounds?: number;
  readonly roundMs?: number;
}

const BUYERS_AT_ONCE = [1, 32] as const;
/** Number of orders of one user that may await payment at the same time. */
const ORDERS_PER_USER = 5;
/** More users than one round can serve. */
const USERS_PER_ROUND = 4_000;
const USERS_PER_STATEMENT = 500;

/** Calls to the payment provider are not measured. */
const NO_INVOICES: InvoiceMaker = {
  provider: 'demo',
  leaseEnd: () => Number.MAX_SAFE_INTEGER,
  make: () => Promise.resolve(undefined),
  wait: () => Promise.resolve(),
  recover: () => Promise.resolve(),
};

/**
 * Measures how many orders (price, stock with its ledger, order, key and cart) become durable in a second, without the provider and HTTP,
 * alternating with bare inserts of one row on the same disk.
 */
export async function benchOrders({ rounds = 5, roundMs = 1_000 }: OrderBenchOptions = {}): Promise<
  OrderBenchResult[]
> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-order-bench-'));
  const context = await createAppContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  const bare = openBare(join(folder, 'bare.sqlite'));
  try {
    await stockCameras({ context }, 1_000_000);
    const { database, write, stock, now } = context;
    const checkout = createCheckout({
      database,
      write,
      stock,
      invoices: NO_INVOICES,
      mails: NO_MAILS,
      cart: createCartService(now),
      reservationMs: 3_600_000,
      maxUnpaidUnits: MAX_UNPAID_UNITS,
      now,
    });
    let orders = 0;
    const order = async (): Promise<void> => {
      const key = String(orders++);
      const sub = buyerOf(Number(key));
      await checkout.purchase({
        sub,
        key,
        body: { ...purchaseOf(sub), condition: 'good' },
        language: 'en',
        origin: 'http://localhost',
      });
    };
    const results: OrderBenchResult[] = [];
    for (const buyers of BUYERS_AT_ONCE) {
      const own: number[] = [];
      const baseline: number[] = [];
      for (let round = -1; round < rounds; round++) {
        await addBuyers(database, orders);
        const measured = await countPerSecond(order, buyers, roundMs);
        const compared = await countPerSecond(bare.insert, 1, roundMs);
        // The first round warms up.
        if (round < 0) continue;
        own.push(measured);
        baseline.push(compared);
      }
      const [perSecond, barePerSecond] = [median(own), median(baseline)];
      const ratio = Math.round((perSecond / barePerSecond) * 1_000) / 1_000;
      results.push({ name: `orders, ${buyers} at once`, perSecond, barePerSecond, ratio });
    }
    return results;
  } finally {
    bare.close();
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const buyerOf = (order: number): string => `buyer-${Math.floor(order / ORDERS_PER_USER)}`;

/** Adds users for the orders of one round. */
async function addBuyers(database: Database, firstOrder: number): Promise<void> {
  const first = Math.floor(firstOrder / ORDERS_PER_USER);
  for (let start = first; start < first + USERS_PER_ROUND; start += USERS_PER_STATEMENT) {
    const users = Array.from({ length: USERS_PER_STATEMENT }, (_, index) => ({
      sub: buyerOf((start + index) * ORDERS_PER_USER),
      issuer: 'bench',
      name: '',
      email: '',
      picture: '',
      created_at: 0,
      signed_in_at: 0,
    }));
    await database.writer
      .insertInto('user_account')
      .values(users)
      .onConflict((conflict) => conflict.column('sub').doNothing())
      .execute();
  }
}

/** The least cost of a durable row: a prepared statement in autocommit mode. */
function openBare(file: string): { insert(): Promise<void>; close(): void } {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table purchase (id text not null primary key, body text not null) strict');
  const statement = database.prepare('insert into purchase (id, body) values (?, ?)');
  const body = JSON.stringify(purchaseOf('buyer'));
  let number = 0;
  return {
    insert: async () => void statement.run(`order-${number++}`, body),
    close: () => database.close(),
  };
}

/** Returns how many tasks per second the workers complete together, each repeating the task. */
async function countPerSecond(work: () => Promise<void>, workers: number, durationMs: number): Promise<number> {
  const start = performance.now();
  const end = start + durationMs;
  let count = 0;
  const runs = Array.from({ length: workers }, async () => {
    while (performance.now() < end) {
      await work();
      count += 1;
    }
  });
  await Promise.all(runs);
  return Math.round(count / ((performance.now() - start) / 1_000));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await benchOrders(), null, 2)}\n`);
}

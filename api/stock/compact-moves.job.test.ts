import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrderChanges } from '../orders/order-changes.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { findOrder } from '../orders/order.repository.ts';
import { purchaseOf, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createCompactMovesJob, MOVE_DAYS } from './compact-moves.job.ts';
import { NO_PUSH } from '../push/push-messages.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let alice: Buyer;
let changes: OrderChanges;
beforeEach(async () => {
  app = await startOrderApp(10, { orderingTimes: { jobIntervalMs: 3_600_000, pollIntervalMs: 3_600_000 } });
  alice = await signInBuyer(app, 'alice');
  changes = createOrderChanges({
    mails: NO_MAILS,
    stock: app.context.stock,
    now: Date.now,
    enqueuePush: NO_PUSH,
  });
});
afterEach(() => app.stop());

async function order(...statuses: readonly string[]): Promise<string> {
  const { body } = await alice.buy(purchaseOf(alice.sub), crypto.randomUUID());
  const { id } = (JSON.parse(body.toString()) as { order: { id: string } }).order;
  await report(id, ...statuses);
  return id;
}

async function report(id: string, ...statuses: readonly string[]): Promise<void> {
  for (const status of statuses) {
    await app.context.write(async (unit) => {
      const found = await findOrder(unit.trx, id);
      if (found) await changes.setStatus(unit, found, status);
    });
  }
}

const compactAfter = (days: number): Promise<unknown> =>
  createCompactMovesJob({ ...app.context, now: () => Date.now() + days * DAY_MS }).run();

const listMoves = () =>
  app.context.database.reader
    .selectFrom('stock_move')
    .select(['kind', 'order_id', 'available', 'reserved', 'sold'])
    .orderBy('number')
    .execute();

it('[STOCK5] old moves of closed orders become one; counters, held units and later moves stay right', async () => {
  const sold = await order('finished');
  const expired = await order('expired');
  const held = await order();
  const refunded = await order('finished', 'refunded');
  const before = await readStock(app);
  const single = await listMoves();
  await compactAfter(MOVE_DAYS - 1);
  expect(await listMoves()).toEqual(single);

  await compactAfter(MOVE_DAYS + 1);
  const compacted = await listMoves();
  expect(compacted).toEqual([
    { kind: 'reserve', order_id: held, available: -1, reserved: 1, sold: 0 },
    { kind: 'set', order_id: null, available: 9, reserved: 0, sold: 1 },
  ]);
  expect(await readStock(app)).toEqual(before);
  await compactAfter(MOVE_DAYS + 1);
  expect(await listMoves()).toEqual(compacted);

  const units = { available: 9, reserved: 0, sold: 1 };
  const after = { counters: units, ledger: units };
  for (let repeat = 0; repeat < 2; repeat++) {
    await report(sold, 'finished', 'refunded');
    await report(expired, 'expired', 'finished');
    await report(held, 'expired');
    await report(refunded, 'finished', 'refunded');
    expect(await readStock(app)).toEqual(after);
  }
  await app.context.write(async (unit) => {
    const of = await findOrder(unit.trx, sold);
    if (of) expect(await app.context.stock.takeBack(unit, of)).toBe(true);
  });
  expect(await readStock(app)).toEqual(after);
});

it('[STOCK5] sold units stay in the ledger when a condition is sold out', async () => {
  for (let unit = 0; unit < 10; unit++) await order('finished');
  const soldOut = { available: 0, reserved: 0, sold: 10 };
  await compactAfter(MOVE_DAYS + 1);
  expect(await listMoves()).toEqual([{ kind: 'set', order_id: null, ...soldOut }]);
  expect(await readStock(app)).toEqual({ counters: soldOut, ledger: soldOut });
});

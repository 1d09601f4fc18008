import { openTestContext } from '../testing/apps/test-context.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONDITION_KEYS, quantityField } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { OpenBoxProduct } from '#contract/products/product.ts';
import type { AppContext } from '../app-context.ts';
import { findProducts } from '../catalog/reads/catalog.repository.ts';
import { COMPILED_START } from '../testing/processes/server-process.ts';
import type { StockClaim } from './stock.service.ts';
import { sumMoves } from './stock-ledger.repository.ts';
import { property } from '../testing/hostile/fuzz.ts';

const SHOP = 'ayz';
const FIELDS = { title: 'Phone', main_category: 'Phones', category: 'Used', good_condition_price: '50' };

let folder: string;
let context: AppContext;

const setStock = (quantity: number, condition: ConditionKey = 'good', id = 1) =>
  context.products.saveProducts(SHOP, [{ id, fields: { ...FIELDS, [quantityField(condition)]: String(quantity) } }]);
const claim = (id: string, quantity = 1, more: Partial<StockClaim> = {}): StockClaim => ({
  id,
  shop: SHOP,
  product_id: 1,
  life: 0,
  condition: 'good',
  quantity,
  ...more,
});
const run = (move: 'reserve' | 'release' | 'sell' | 'sellLate' | 'takeBack', of: StockClaim) =>
  context.write((unit) => context.stock[move](unit, of));
const counters = (db = context.database) =>
  db.reader
    .selectFrom('product_condition')
    .innerJoin('product', (products) =>
      products.onRef('product.shop', '=', 'product_condition.shop').onRef('product.id', '=', 'product_id'),
    )
    .select(['product_id', 'life', 'condition', 'quantity as available', 'reserved', 'sold'])
    .where('product_condition.shop', '=', SHOP)
    .orderBy('product_id')
    .orderBy('condition')
    .execute();
const ofGood = async () => (await counters()).find(({ condition }) => condition === 'good');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-stock-'));
  context = await openTestContext(folder);
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Expects the counters of every condition to be the sums of the moves in its product's current life. In each life, also in ended ones, no
 * sum may be below 0, and all units together must be those that the `set` moves have added.
 */
async function expectLedgerToAgree(): Promise<void> {
  const sums = await sumMoves(context.database.reader, SHOP, [1, 2]);
  for (const { product_id, life, condition, ...row } of await counters()) {
    const sum = sums.find((one) => one.product_id === product_id && one.life === life && one.condition === condition);
    expect(row).toEqual({ available: sum?.available ?? 0, reserved: sum?.reserved ?? 0, sold: sum?.sold ?? 0 });
  }
  const counted = await context.database.reader
    .selectFrom('stock_move')
    .select((eb) => [
      'product_id',
      'life',
      'condition',
      eb.fn.sum<number>(eb('available', '+', eb.ref('sold'))).as('units'),
    ])
    .where('kind', '=', 'set')
    .groupBy(['product_id', 'life', 'condition'])
    .execute();
  for (const { product_id, life, condition, available, reserved, sold } of sums) {
    expect(Math.min(available, reserved, sold)).toBeGreaterThanOrEqual(0);
    const units = available + reserved + sold;
    expect(counted).toContainEqual({ product_id, life, condition, units });
  }
}

describe('an order', () => {
  it('[STOCK3] reserves, sells and returns its units, each once', async () => {
    await setStock(5);
    expect(await run('reserve', claim('a', 2))).toBe(true);
    expect(await run('reserve', claim('a', 2))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 3, reserved: 2, sold: 0 });
    expect(await run('sell', claim('a', 2))).toBe(true);
    expect(await run('sell', claim('a', 2))).toBe(true);
    expect(await run('release', claim('a', 2))).toBe(false);
    expect(await ofGood()).toMatchObject({ available: 3, reserved: 0, sold: 2 });
    expect(await run('takeBack', claim('a', 2))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 5, reserved: 0, sold: 0 });
    await expectLedgerToAgree();
  });

  it('[STOCK3] cannot reserve what is not available or does not exist; a failed move changes nothing', async () => {
    await setStock(1);
    const before = [await counters(), context.states.get(SHOP)];
    expect(await run('reserve', claim('a', 2))).toBe(false);
    expect(await run('reserve', claim('b', 1, { condition: 'excellent' }))).toBe(false);
    expect(await run('reserve', claim('c', 1, { product_id: 77 }))).toBe(false);
    expect(await run('release', claim('d'))).toBe(false);
    expect(await run('sell', claim('d'))).toBe(false);
    expect(await run('takeBack', claim('d'))).toBe(false);
    expect([await counters(), context.states.get(SHOP)]).toEqual(before);
    expect(await run('reserve', claim('e'))).toBe(true);
    expect(await run('reserve', claim('f'))).toBe(false);
  });

  it('releases its units once, and can buy them late while they are available', async () => {
    await setStock(3);
    await run('reserve', claim('a', 2));
    expect(await run('release', claim('a', 2))).toBe(true);
    expect(await run('release', claim('a', 2))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 3, reserved: 0 });
    expect(await run('sellLate', claim('a', 2))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 1, sold: 2 });

    await run('reserve', claim('b', 1));
    await run('release', claim('b', 1));
    await setStock(0);
    expect(await run('sellLate', claim('b', 1))).toBe(false);
    await expectLedgerToAgree();
  });

  it('gives its product a new number in the feed and publishes the change after the commit', async () => {
    await setStock(2);
    const seen: number[] = [];
    context.bus.subscribe((event) => event.type === 'products-changed' && seen.push(event.seq));
    const [before] = await findProducts(context.database.reader, SHOP, [1]);
    await run('reserve', claim('a'));
    const [after] = (await findProducts(context.database.reader, SHOP, [1])) as OpenBoxProduct[];
    expect(after?.good_condition_available_quantity).toBe('1');
    expect(after?.seq).toBe((before?.seq ?? 0) + 1);
    expect(Date.parse(after?.updated_at ?? '')).toBeGreaterThan(Date.parse(before?.updated_at ?? ''));
    expect(seen).toEqual([after?.seq]);

    await expect(
      context.write(async (unit) => {
        await context.stock.reserve(unit, claim('b'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(seen).toHaveLength(1);
    expect(await ofGood()).toMatchObject({ available: 1, reserved: 1 });
  });

  it('outlives its product, which gets the counters of its orders back when it is restored', async () => {
    await setStock(5);
    await run('reserve', claim('a', 2));
    await run('reserve', claim('b', 1));
    await run('reserve', claim('c', 1));
    await context.products.deleteProducts(SHOP, [1]);
    expect(await run('release', claim('a', 2))).toBe(true);
    expect(await run('sell', claim('b', 1))).toBe(true);
    expect(await run('reserve', claim('d', 1))).toBe(false);
    await context.write((unit) => context.products.restoreProductsIn(unit, SHOP, [1]));
    expect(await ofGood()).toMatchObject({ available: 3, reserved: 1, sold: 1 });
    expect(await run('release', claim('c', 1))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    await expectLedgerToAgree();
  });

  it('[STOCK4] moves no unit of another product that has the same id as its own', async () => {
    await setStock(5);
    await run('reserve', claim('a', 2));
    await context.products.deleteProducts(SHOP, [1]);
    await setStock(1);
    const [{ life } = { life: 0 }] = await counters();
    expect(life).toBeGreaterThan(0);
    expect(await run('reserve', claim('b', 1))).toBe(false);
    expect(await run('release', claim('a', 2))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 1, reserved: 0, sold: 0 });
    expect(await run('sellLate', claim('a', 2))).toBe(true);
    expect(await run('reserve', claim('c', 1, { life }))).toBe(true);
    expect(await ofGood()).toMatchObject({ available: 0, reserved: 1, sold: 0 });
    await expectLedgerToAgree();
  });
});

it('[STOCK1] the ledger equals the counters after any history', async () => {
  const condition = fc.constantFrom(...CONDITION_KEYS.slice(0, 2));
  const product = fc.integer({ min: 1, max: 2 });
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), product, condition, quantity: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ do: fc.constant('delete' as const), product }),
    fc.record({ do: fc.constant('restore' as const), product }),
    fc.record({
      do: fc.constantFrom(
        'reserve' as const,
        'release' as const,
        'sell' as const,
        'sellLate' as const,
        'takeBack' as const,
      ),
      order: fc.integer({ min: 0, max: 5 }),
    }),
  );
  const claims = Array.from({ length: 6 }, (_, index) => ({
    quantity: 1 + (index % 3),
    product_id: 1 + (index % 2),
    condition: CONDITION_KEYS[index % 2] as ConditionKey,
  }));
  let history = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      history += 1;
      /** Orders keep the life of their first move. */
      const lives = new Map<number, number>();
      for (const one of steps) {
        if (one.do === 'set') await setStock(one.quantity, one.condition, one.product);
        else if (one.do === 'delete') await context.products.deleteProducts(SHOP, [one.product]);
        else if (one.do === 'restore') {
          await context.write((unit) => context.products.restoreProductsIn(unit, SHOP, [one.product]));
        } else {
          const id = `h${history}-${one.order}`;
          const current = (await counters()).find(({ product_id }) => product_id === claims[one.order]?.product_id);
          const life = lives.get(one.order) ?? current?.life ?? 0;
          const isDone = await run(one.do, claim(id, 1, { ...claims[one.order], life }));
          if (isDone) lives.set(one.order, life);
        }
        await expectLedgerToAgree();
      }
    }),
    property(60),
  );
});

it('[STOCK2] four processes that compete for the same units sell each once', { timeout: 180_000 }, async () => {
  const units = 40;
  await setStock(units);
  const buyers = Array.from({ length: 4 }, (_, index) =>
    fork(join(import.meta.dirname, '..', 'testing', 'processes', 'stock-buyer.ts'), [folder, `p${index}`, '25'], {
      ...COMPILED_START,
      env: { ...process.env, ...COMPILED_START.env },
    }),
  );
  const ends = buyers.map((buyer) => once(buyer, 'exit'));
  try {
    await Promise.all(buyers.map((buyer) => once(buyer, 'message')));
    const reports = buyers.map((buyer) => once(buyer, 'message'));
    for (const buyer of buyers) buyer.send('buy');
    const sold = (await Promise.all(reports)).map(([count]) => count as number);
    expect(sold.reduce((sum, count) => sum + count, 0)).toBe(units);
    expect(await ofGood()).toMatchObject({ available: 0, reserved: 0, sold: units });
    await expectLedgerToAgree();
  } finally {
    for (const buyer of buyers) buyer.kill();
    await Promise.all(ends);
  }
});

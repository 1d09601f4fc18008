import { openTestContext } from '../../testing/apps/test-context.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '../../app-context.ts';
import { listStatements } from '../../testing/list-statements.ts';
import { findProducts } from '../reads/catalog.repository.ts';
import { getShopVersion } from '../feed/feed.repository.ts';

const FIELDS = { title: 'Lamp', main_category: 'Light', category: 'Desk', price: '19.90' };

let folder: string;
let context: AppContext;
let clockMs: number;

const open = () => openTestContext(folder, {}, () => clockMs);
const read = async (id: number, shop: 'pc' | 'ayz' = 'pc') =>
  (await findProducts(context.database.reader, shop, [id]))[0];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-products-'));
  clockMs = Date.UTC(2026, 0, 1);
  context = await open();
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

describe('saveProducts', () => {
  it('adds with defaults and the next free id', async () => {
    expect(
      await context.products.saveProducts('pc', [{ fields: FIELDS }, { id: 9, fields: FIELDS }, { fields: FIELDS }]),
    ).toEqual([
      { outcome: 'added', id: 1 },
      { outcome: 'added', id: 9 },
      { outcome: 'added', id: 10 },
    ]);
    expect(await read(1)).toEqual({
      id: 1,
      ...FIELDS,
      price: '19.9',
      typical_price: '0',
      rate: 0,
      availability: 'YES',
      link: '',
      description: '',
      barcode: '',
      view_count: 0,
      imagecount: 0,
      image_version: 0,
      placeholder: '',
      updated_at: '2026-01-01T00:00:00.000Z',
      seq: 1,
    });
    expect(await context.products.countProducts('pc')).toBe(3);
    expect(await context.products.countProducts('smart')).toBe(0);
  });

  it('keeps fields that a change omits', async () => {
    await context.products.saveProducts('pc', [{ external_id: 'a', fields: { ...FIELDS, rate: 4 } }]);
    expect(await context.products.saveProducts('pc', [{ external_id: 'a', fields: { price: '5' } }])).toEqual([
      { outcome: 'changed', id: 1 },
    ]);
    expect(await read(1)).toMatchObject({ title: 'Lamp', price: '5', rate: 4, seq: 2 });
  });

  it('changes neither seq nor updated_at when nothing changes, even if a price is written differently', async () => {
    const write = { external_id: 'a', fields: FIELDS, images: { imagecount: 2, placeholder: 'abc' } };
    await context.products.saveProducts('pc', [write]);
    const before = await getShopVersion(context.database.reader, 'pc');
    clockMs += 60_000;
    const again = await context.products.saveProducts('pc', [write, { id: 1, fields: { price: '19.9' } }]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(await getShopVersion(context.database.reader, 'pc')).toEqual(before);
    expect(await read(1)).toMatchObject({ seq: 1, image_version: 1, updated_at: '2026-01-01T00:00:00.000Z' });
  });

  it('takes one statement for each added or changed product, and never an upsert', async () => {
    const count = async (price: string): Promise<number> => {
      const writes = Array.from({ length: 300 }, (_, index) => ({
        external_id: `lamp-${index}`,
        fields: { ...FIELDS, price, description: `<p>${price}</p>` },
      }));
      const { database, products } = context;
      const statements = await listStatements(database.writer, () => products.saveProducts('pc', writes));
      expect(statements.some((text) => text.includes('on conflict'))).toBe(false);
      return statements.length;
    };
    const MOST_OTHERS = 12;
    expect(await count('1')).toBeLessThanOrEqual(300 + MOST_OTHERS);
    expect(await count('2')).toBeLessThanOrEqual(300 + MOST_OTHERS);
    expect(await read(300)).toMatchObject({ price: '2', description: '<p>2</p>', seq: 600 });
  });

  it('rejects an invalid row with its field and a reason, and saves the others', async () => {
    const results = await context.products.saveProducts('pc', [
      { fields: { ...FIELDS, price: '1e3' } },
      { fields: { ...FIELDS, price: '-5' } },
      { fields: { title: 'No category', main_category: 'Light' } },
      { fields: { ...FIELDS, colour: 'red' } as never },
      { fields: { ...FIELDS, link: 'javascript:alert(1)' } },
      { id: 0, fields: FIELDS },
      { fields: FIELDS },
    ]);
    expect(
      results.map((result) => [
        result.outcome,
        'field' in result ? result.field : undefined,
        'code' in result ? result.code : undefined,
      ]),
    ).toEqual([
      ['rejected', 'price', 'wrong-value'],
      ['rejected', 'price', 'wrong-value'],
      ['rejected', 'category', 'missing-field'],
      ['rejected', 'colour', 'unknown-field'],
      ['rejected', 'link', 'wrong-value'],
      ['rejected', 'id', 'wrong-value'],
      ['added', undefined, undefined],
    ]);
    expect((await getShopVersion(context.database.reader, 'pc')).seq).toBe(1);
  });

  it('rejects texts with half an emoji and saves the other rows of the batch as sent', async () => {
    const half = 'Half \uD83D';
    const results = await context.products.saveProducts('pc', [
      { fields: { ...FIELDS, title: 'Whole 🔥' } },
      { fields: { ...FIELDS, title: half } },
      { fields: { ...FIELDS, description: half } },
      { external_id: half, fields: FIELDS },
      { fields: { ...FIELDS, title: 'Last' } },
    ]);
    const rejected = (field: string) => ({
      outcome: 'rejected',
      code: 'wrong-value',
      field,
      reason: `${field} must be well-formed text`,
    });
    expect(results).toMatchObject([
      { outcome: 'added', id: 1 },
      rejected('title'),
      rejected('description'),
      rejected('external_id'),
      { outcome: 'added', id: 2 },
    ]);
    expect([(await read(1))?.title, (await read(2))?.title]).toEqual(['Whole 🔥', 'Last']);
  });

  it('matches by external id before id, also within one batch, and per shop', async () => {
    const results = await context.products.saveProducts('pc', [
      { external_id: 'a', fields: FIELDS },
      { external_id: 'a', fields: { rate: 3 } },
      { id: 1, external_id: 'b', fields: {} },
      { external_id: 'a', fields: { ...FIELDS, title: 'Another' } },
      { id: 1, external_id: 'a', fields: {} },
    ]);
    expect(results).toEqual([
      { outcome: 'added', id: 1 },
      { outcome: 'changed', id: 1 },
      { outcome: 'changed', id: 1 },
      { outcome: 'added', id: 2 },
      expect.objectContaining({ outcome: 'rejected', code: 'external-id-taken' }),
    ]);
    expect(await context.products.saveProducts('smart', [{ external_id: 'a', fields: FIELDS }])).toEqual([
      { outcome: 'added', id: 1 },
    ]);
  });

  it('stores conditions of open-box products as rows', async () => {
    const fields = {
      title: 'Phone',
      main_category: 'M',
      category: 'C',
      good_condition_price: '50',
      good_condition_available_quantity: '2',
    };
    await context.products.saveProducts('ayz', [{ fields }]);
    expect(await read(1, 'ayz')).toMatchObject({
      ...fields,
      excellent_condition_price: '0',
      acceptable_condition_available_quantity: '0',
    });
    await context.products.saveProducts('ayz', [{ id: 1, fields: { good_condition_available_quantity: '1' } }]);
    expect(await read(1, 'ayz')).toMatchObject({
      good_condition_price: '50',
      good_condition_available_quantity: '1',
      seq: 2,
    });
  });

  it("never assigns a deleted product's id automatically", async () => {
    await context.products.saveProducts('pc', [{ fields: FIELDS }, { fields: FIELDS }]);
    expect(await context.products.deleteProducts('pc', [2, 5])).toEqual([2]);
    expect(await context.products.saveProducts('pc', [{ fields: FIELDS }])).toEqual([{ outcome: 'added', id: 3 }]);
  });

  it('publishes each change after its commit', async () => {
    const seen: number[] = [];
    context.bus.subscribe((event) => {
      if (event.type === 'products-changed' && event.shop === 'pc') seen.push(event.seq);
    });
    await context.products.saveProducts('pc', [{ fields: FIELDS }, { fields: FIELDS }]);
    await context.products.saveProducts('pc', [{ id: 1, fields: FIELDS }]);
    await context.products.deleteProducts('pc', [1]);
    expect(seen).toEqual([2, 3]);
  });
});

it('[R1] two connections that write at once number every change uniquely', async () => {
  const other = await open();
  try {
    const write = (target: AppContext, name: string) =>
      Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          target.products.saveProducts('pc', [
            { external_id: `${name}-${index}`, fields: FIELDS },
            { external_id: 'shared', fields: { ...FIELDS, title: `${name} ${index}` } },
          ]),
        ),
      );
    await Promise.all([write(context, 'one'), write(other, 'two')]);
    const rows = await context.database.reader
      .selectFrom('product')
      .select(['id', 'seq', 'updated_at'])
      .orderBy('seq')
      .execute();
    const state = await getShopVersion(context.database.reader, 'pc');
    expect(rows).toHaveLength(81);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(81);
    expect(state).toMatchObject({ seq: 160, count: 81 });
    const times = rows.map(({ updated_at }) => updated_at);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  } finally {
    await other.close();
  }
});

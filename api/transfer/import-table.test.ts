import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import { createAdministrator } from '../testing/clients/administrator.ts';
import type { Administrator } from '../testing/clients/administrator.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const ROW = { title: 'Fan', main_category: 'Cooling', category: 'Case Fan', price: '12.50' };

let app: TestApp;
let admin: Administrator;

beforeEach(async () => {
  app = await startTestApp();
  admin = await createAdministrator(app);
});
afterEach(() => app.stop());

const importRows = (rows: unknown, dryRun = false) =>
  admin.call('POST', '/api/import-products?shop=pc', { rows, dryRun });
const readState = async () => {
  const { reader } = app.context.database;
  return {
    shop: await reader.selectFrom('shop').selectAll().where('key', '=', 'pc').executeTakeFirst(),
    products: await reader.selectFrom('product').selectAll().execute(),
    audit: await reader.selectFrom('admin_audit').selectAll().execute(),
  };
};

describe('import-products', () => {
  it('imports rows once per key, also rows without an id', async () => {
    const send = (rows: unknown, dryRun = false) =>
      admin.call('POST', '/api/import-products?shop=pc', { rows, dryRun }, { 'idempotency-key': 'file-0' });
    await send([ROW, ROW], true);
    const first = await send([ROW, ROW]);
    expect(await send([ROW, ROW])).toEqual(first);
    expect((await readState()).products).toHaveLength(2);
    expect((await send([ROW])).body['code']).toBe('idempotency-conflict');
  });

  it('returns a result for each row; a dry run returns the same and changes nothing', async () => {
    await importRows([
      { ...ROW, external_id: 'a' },
      { ...ROW, external_id: 'b' },
    ]);
    const rows = [
      { ...ROW, external_id: 'a' },
      { external_id: 'b', price: '9.99', rate: '4' },
      { ...ROW, id: '40' },
      { ...ROW, external_id: 'a', id: '9' },
      { ...ROW, price: '€12' },
      { external_id: 'a', title: 'Fan', main_category: 'Other' },
      { id: '2', title: 'Foreign', price: '1' },
      { ...ROW, colour: 'red' },
      { title: 'No category' },
      { ...ROW, link: 'javascript:alert(1)', rate: '9' },
      { ...ROW, barcode: '1.23457E+12' },
      ROW,
    ];
    const before = await readState();
    const events: unknown[] = [];
    app.context.bus.subscribe((event) => events.push(event));
    const dry = await importRows(rows, true);
    expect(await readState()).toEqual(before);
    expect(events).toEqual([]);
    expect(dry.body['results']).toEqual([
      { outcome: 'unchanged', id: 1 },
      {
        outcome: 'changed',
        id: 2,
        title: 'Fan',
        changes: [
          { field: 'price', before: '12.5', after: '9.99' },
          { field: 'rate', before: '0', after: '4' },
        ],
      },
      { outcome: 'added', id: 40 },
      { outcome: 'rejected', field: 'external_id', reason: 'belongs to product 1' },
      {
        outcome: 'rejected',
        field: 'price',
        reason: 'is in another currency: prices are US dollars',
      },
      {
        outcome: 'rejected',
        reason: 'repeats the key of row 1: only the first row with a key is imported',
        repeats: 1,
      },
      {
        outcome: 'rejected',
        reason: 'repeats the key of row 2: only the first row with a key is imported',
        repeats: 2,
      },
      { outcome: 'rejected', field: 'colour', reason: 'is not a column of this shop' },
      { outcome: 'rejected', field: 'main_category', reason: 'must not be empty' },
      {
        outcome: 'rejected',
        field: 'link',
        reason: 'must be an http or https address',
        problems: [
          { field: 'link', value: 'javascript:alert(1)', reason: 'must be an http or https address' },
          { field: 'rate', value: '9', reason: 'must be a rating from 0 to 5 stars' },
        ],
      },
      {
        outcome: 'added',
        id: 41,
        notes: [{ field: 'barcode', value: '1.23457E+12', reason: expect.stringContaining('spreadsheet') }],
      },
      { outcome: 'added', id: 42 },
    ]);
    expect(await importRows(rows)).toEqual(dry);
    expect(events).toHaveLength(1);
    expect((await readState()).audit.at(-1)).toMatchObject({
      actor: 'administrator',
      action: 'import-products',
      subject: 'pc',
      after: JSON.stringify({ added: [40, 41, 42], changed: [2] }),
    });
    expect(await app.context.products.countProducts('pc')).toBe(5);
  });

  it('accepts the numbers, booleans and null of JSON', async () => {
    const [result] = (
      await importRows([{ ...ROW, price: 12.5, rate: 4, availability: false, link: null, external_id: 3 }])
    ).body['results'] as unknown[];
    expect(result).toEqual({ outcome: 'added', id: 1 });
    const [product] = (await readState()).products;
    expect(product).toMatchObject({ price_cents: 1_250, rate: 4, availability: 'NO', link: '', external_id: '3' });
  });

  it('changes a product with another title by its id only with `matchIds`', async () => {
    await importRows([ROW]);
    const rows = [{ id: '1', title: 'Scarf', price: '5' }];
    expect((await importRows(rows)).body['results']).toEqual([
      { outcome: 'rejected', field: 'id', reason: 'is the number of a product with another title', title: 'Fan' },
    ]);
    const send = { rows, dryRun: false, matchIds: true };
    const { body } = await admin.call('POST', '/api/import-products?shop=pc', send);
    expect(body['results']).toMatchObject([{ outcome: 'changed', id: 1, title: 'Fan' }]);
  });

  it('writes no audit entry when nothing changed', async () => {
    await importRows([{ title: 'No category' }]);
    expect((await readState()).audit).toEqual([]);
  });

  it.each([
    ['no rows', []],
    ['too many rows', Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => ROW)],
    ['cells that are lists', [{ ...ROW, rate: [4] }]],
    ['no table', 'a,b'],
  ])('rejects %s', async (_what, rows) => {
    expect((await importRows(rows)).status).toBe(400);
  });
});

describe('export-products', () => {
  it('returns all products by id, page by page', async () => {
    await importRows(Array.from({ length: 5 }, (_row, index) => ({ ...ROW, title: `Fan ${index}` })));
    const page = async (query: string) => (await admin.call('GET', `/api/export-products?shop=pc${query}`)).body;
    const ids = (body: Record<string, unknown>) => (body['products'] as { id: number }[]).map(({ id }) => id);
    const first = await page('&limit=2');
    expect([ids(first), first['more']]).toEqual([[1, 2], true]);
    const last = await page('&limit=3&after=2');
    expect([ids(last), last['more']]).toEqual([[3, 4, 5], false]);
    expect(ids(await page('&after=5'))).toEqual([]);
    expect((await page(''))['products']).toHaveLength(5);
    expect((await page('&limit=501'))['code']).toBe('bad-request');
  });
});

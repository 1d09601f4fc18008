import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangesPage } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { ID_STEP } from '../../testing/catalog-server.ts';
import { SHOP, showAll, start } from '../../testing/pull-device.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { ShopWriter } from './shop-writer.ts';
import { findShop, listRows } from '../../testing/store-reads.ts';

let store: CatalogStore;
let catalog: ShopCatalog;
let writer: ShopWriter;
/** The device's record of the shop, and a page that repeats it. */
let record: ShopRecord;
let same: ChangesPage;

beforeEach(async () => {
  const { device } = await start(3);
  const tab = await device.open();
  ({ store, catalog } = tab);
  writer = new ShopWriter(device.context(tab));
  record = catalog.record as ShopRecord;
  const { epoch, cursor: seq, viewsCursor: viewsSeq, manifest } = record;
  const { rows: count, digest } = manifest;
  same = { epoch, seq, more: false, viewsSeq, count, digest, snapshotSeq: manifest.seq };
});

it('[R8] nothing is written for a page that repeats what the device has', async () => {
  expect(await writer.applyPage(record, same)).toBe(false);
  expect(await findShop(store, SHOP)).toEqual(record);
});

it.each<[string, Partial<ChangesPage>]>([
  ['proof', { proof: 'of another start' }],
  ['proof of the view counts', { viewsProof: 'of another start' }],
  ['snapshot', { snapshotSeq: 1_000 }],
])('[PULL7] a new %s is stored at once, so that the server need not repeat it', async (_name, more) => {
  expect(await writer.applyPage(record, { ...same, ...more })).toBe(false);
  const stored = await findShop(store, SHOP);
  const { proof, viewsProof, snapshotSeq } = { ...record, snapshotSeq: record.manifest.seq, ...more };
  expect(stored).toMatchObject({ cursor: record.cursor, serverState: { count: 3, snapshotSeq } });
  expect([stored?.proof, stored?.viewsProof]).toEqual([proof, viewsProof]);
  expect(catalog.record).toEqual(stored);
});

it('[PULL7] the server’s description of an earlier cursor is dropped while more pages follow', async () => {
  await writer.applyPage(record, { ...same, snapshotSeq: 1_000 });
  const { count: _, digest: __, ...cut } = same;
  await writer.applyPage(catalog.record as ShopRecord, { ...cut, seq: same.seq + 1, more: true });
  expect((await findShop(store, SHOP))?.serverState).toBeUndefined();
});

describe('[CAT28] a page of changes', () => {
  const at = (minute: number): string => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();
  const id = ID_STEP;
  const changed = (seq: number, minute: number): Product =>
    sampleAffiliate({ id, seq, title: `Change ${seq}`, updated_at: at(minute) });

  it('is stored with its times, the newest also in the shop’s record; rows that are not newer are ignored', async () => {
    const { seq } = same;
    const more = { products: [changed(seq + 2, 2)], deleted: [[2 * ID_STEP, seq + 1]], deleted_at: [at(1)] };
    await writer.applyPage(record, { ...same, ...more, seq: seq + 2 } as ChangesPage);
    const before = [showAll(catalog), await listRows(store, SHOP, 0)];
    expect((await listRows(store, SHOP, 0)).map((row) => row.updated_at)).toEqual([at(1), at(2)]);
    const late = { products: [changed(seq + 1, 1)], deleted: [[3 * ID_STEP, seq]], snapshotSeq: 1_000 };
    await writer.applyPage(catalog.record as ShopRecord, { ...same, ...late, seq: seq + 3 } as ChangesPage);
    expect([showAll(catalog), await listRows(store, SHOP, 0)]).toEqual(before);
    expect((await findShop(store, SHOP))?.updated_at).toBe(at(2));
  });
});

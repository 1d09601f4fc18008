import { beforeEach, expect, it } from 'vitest';
import type { ChangesPage } from '#contract/http/catalog.ts';
import { SHOP, start } from '../../testing/pull-device.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { ShopWriter } from './shop-writer.ts';
import { findShop } from '../../testing/store-reads.ts';

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

it('[R8] writes nothing for a page that repeats what the device has', async () => {
  expect(await writer.applyPage(record, same)).toBe(false);
  expect(await findShop(store, SHOP)).toEqual(record);
});

it.each<[string, Partial<ChangesPage>]>([
  ['proof', { proof: 'of another start' }],
  ['proof of the view counts', { viewsProof: 'of another start' }],
  ['snapshot', { snapshotSeq: 1_000 }],
])('[PULL7] stores a new %s at once, so that the server need not repeat it', async (_name, more) => {
  expect(await writer.applyPage(record, { ...same, ...more })).toBe(false);
  const stored = await findShop(store, SHOP);
  const { proof, viewsProof, snapshotSeq } = { snapshotSeq: record.manifest.seq, ...more };
  expect(stored).toMatchObject({ cursor: record.cursor, serverState: { count: 3, snapshotSeq } });
  expect([stored?.proof, stored?.viewsProof]).toEqual([proof, viewsProof]);
  expect(catalog.record).toEqual(stored);
});

it('[PULL7] drops what the server said of an earlier cursor while more pages follow', async () => {
  await writer.applyPage(record, { ...same, snapshotSeq: 1_000 });
  const { count: _, digest: __, ...cut } = same;
  await writer.applyPage(catalog.record as ShopRecord, { ...cut, seq: same.seq + 1, more: true });
  expect((await findShop(store, SHOP))?.serverState).toBeUndefined();
});

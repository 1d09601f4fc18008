import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addViews } from '#api/catalog/products/view.repository.ts';
import { purgeTombstones } from '#api/catalog/feed/feed.repository.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { pullCatalog } from '#sync/catalog/pull/pull-catalog.ts';
import type { ShopCatalog } from '#sync/catalog/shop-catalog.ts';
import { createApiClient } from '#sync/server/api-client.ts';
import { Device, SHOP } from '#sync/testing/pull-device.ts';

/** So low that the steps of a history reach them. */
const LIMITS = { overlayRows: 1, quarantinedRows: 5, deadRows: 4 };
const IDS = [1, 2, 3];

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const save = (ids: readonly number[], title = 'Lamp'): Promise<unknown> =>
  app.context.products.saveProducts(
    SHOP,
    ids.map((id) => ({
      id,
      fields: { title: `${title} ${id}`, main_category: 'Light', category: 'Lamps', price: '2' },
    })),
  );
const remove = (id: number): Promise<unknown> => app.context.products.deleteProducts(SHOP, [id]);
const undo = (id: number): Promise<unknown> =>
  app.context.write((unit) => app.context.products.restoreProductsIn(unit, SHOP, [id]));
const view = async (id: number, times: number): Promise<void> => {
  await addViews(app.context.write, SHOP, new Map([[id, times]]));
  await app.context.states.refresh();
};
const snapshot = (): Promise<void> => app.server.snapshots.build([SHOP]);
const purge = async (): Promise<void> => {
  await app.context.database.writer.transaction().execute((trx) => purgeTombstones(trx, SHOP, Date.now() + 1, 100));
  await app.context.states.refresh();
};
const createDevice = (): Device => new Device({ client: createApiClient(app.url, fetch) });

/** The view counts of the products that the server has, or that a tab shows, by id. */
async function countsOnServer(): Promise<Record<number, number>> {
  const rows = await app.context.database.reader
    .selectFrom('product')
    .leftJoin('product_view', (join) =>
      join.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
    )
    .select(['product.id', 'product_view.count'])
    .where('product.shop', '=', SHOP)
    .execute();
  return Object.fromEntries(rows.map(({ id, count }) => [id, count ?? 0]));
}
const countsShown = (catalog: ShopCatalog): Record<number, number> =>
  Object.fromEntries(IDS.flatMap((id) => catalog.card(id) ?? []).map(({ id, view_count }) => [id, view_count]));

describe('[CAT31] a device that is as new as the snapshot that it adopts', () => {
  let device: Device;
  let tab: Awaited<ReturnType<Device['open']>>;
  const pull = (): Promise<void> => pullCatalog(device.context(tab, { limits: LIMITS }));
  beforeEach(async () => {
    await save(IDS);
    await view(1, 37);
    await snapshot();
    device = createDevice();
    tab = await device.open();
    await pull();
  });
  afterEach(() => tab.store.close());

  /** Lets the device adopt a snapshot of the state that it has; `happen` runs between the snapshot and the pull. */
  async function adopt(happen: () => Promise<void> = async () => undefined): Promise<void> {
    await save([2, 3], 'Desk lamp');
    await pull();
    await snapshot();
    await happen();
    await pull();
    const { manifest, cursor } = tab.catalog.record ?? {};
    expect(manifest?.seq).toBe(cursor);
  }

  it('keeps the views of a product that was deleted and restored', async () => {
    await remove(1);
    await pull();
    await undo(1);
    await pull();
    await adopt();
    expect(countsShown(tab.catalog)).toMatchObject({ 1: 37 });
  });

  it('keeps its view counts, which are newer than those of the snapshot', async () => {
    await adopt(() => view(1, 3));
    expect(countsShown(tab.catalog)).toMatchObject({ 1: 40 });
  });
});

const KINDS = ['view', 'save', 'save', 'remove', 'undo', 'snapshot', 'purge', 'reopen', 'follow'] as const;
type Kind = (typeof KINDS)[number];
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: fc.constantFrom(...IDS),
  isPulled: fc.boolean(),
});

it('[CAT31] after any history all tabs and the disk have the server’s view counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (history) => {
      await save(IDS);
      await snapshot();
      const device = createDevice();
      let tab = await device.open();
      const follower = await device.openFollower();
      const reopen = async (): Promise<void> => {
        tab.store.close();
        tab = await device.open();
      };
      const steps: Record<Kind, (id: number) => unknown> = {
        view: (id) => view(id, 1 + ((id * 7) % 5)),
        save: (id) => save([id], `Lamp of ${Math.random()}`),
        remove,
        undo,
        snapshot,
        purge,
        reopen,
        follow: () => follower.catalog.catchUp(),
      };
      for (const { kind, id, isPulled } of [...history, { kind: 'follow', id: 1, isPulled: true } as const]) {
        await steps[kind](id);
        if (!isPulled) continue;
        await pullCatalog(device.context(tab, { limits: LIMITS }));
        expect(countsShown(tab.catalog)).toEqual(await countsOnServer());
      }
      await follower.catalog.catchUp();
      await reopen();
      const expected = await countsOnServer();
      expect([countsShown(follower.catalog), countsShown(tab.catalog)]).toEqual([expected, expected]);
      tab.store.close();
      follower.store.close();
    }),
    { numRuns: 60 },
  );
}, 120_000);

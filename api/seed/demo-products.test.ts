import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShopProducts } from '#contract/http/first-steps.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signInAdmin } from '../testing/clients/sign-in.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { findDemoProducts, toExternalId } from './demo-products.ts';

/** Products in each shop. */
const COUNT = 5;
const OWN = { title: 'My own lamp', main_category: 'Light', category: 'Desk' };

let app: TestApp;
/** The shop in which the next deletion fails. */
let failingShop: string | undefined;

beforeEach(async () => {
  failingShop = undefined;
  app = await startTestApp({
    change: (context) => ({
      ...context,
      products: {
        ...context.products,
        deleteProductsIn: (unit, shop, ids) =>
          shop === failingShop
            ? Promise.reject(new Error('power cut'))
            : context.products.deleteProductsIn(unit, shop, ids),
      },
    }),
  });
  for (const shop of SHOP_KEYS) {
    const products = (await readDemoCatalogue(shop)).slice(0, COUNT);
    await app.context.products.saveProducts(
      shop,
      products.map(({ fields }, index) => ({ id: index + 1, external_id: toExternalId(index + 1), fields })),
    );
  }
});
afterEach(() => app.stop());

const call = async (method: string, path: string, key: string, body?: unknown): Promise<Reply> =>
  send(app.url, path, {
    method,
    headers: { ...(await signInAdmin(app)), 'idempotency-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const remove = (key: string = randomUUID()) => call('DELETE', '/api/demo-products', key);
const restore = (products: unknown, key: string = randomUUID()) =>
  call('POST', '/api/restore-products', key, { products });
const countOf = (products: readonly ShopProducts[]): number => products.reduce((sum, { ids }) => sum + ids.length, 0);
const countDemo = async (): Promise<number> => countOf(await findDemoProducts(app.context.database.reader));
const listRows = () =>
  app.context.database.reader
    .selectFrom('product')
    .select(['shop', 'id', 'title', 'external_id', 'life'])
    .orderBy('shop')
    .orderBy('id')
    .execute();

it('[STEP3] all demo products are removed at once and restored from the reply; own products stay', async () => {
  await app.context.products.saveProducts('pc', [
    { id: 2, fields: OWN },
    { fields: { ...OWN, title: 'Another lamp' } },
  ]);
  const before = await listRows();
  const key = randomUUID();
  const { removed } = json(await remove(key)) as unknown as { removed: ShopProducts[] };
  expect(countOf(removed)).toBe(COUNT * SHOP_KEYS.length - 1);
  expect((await listRows()).map(({ title }) => title)).toEqual(['My own lamp', 'Another lamp']);
  // A client whose reply was lost asks again.
  expect(json(await remove(key))).toEqual({ removed });

  const again = randomUUID();
  expect(json(await restore(removed, again))).toEqual({ restored: removed });
  expect(await listRows()).toEqual(before);
  expect(json(await restore(removed, again))).toEqual({ restored: removed });
  expect(json(await restore(removed))).toEqual({ restored: [] });
  const entries = await app.context.database.reader.selectFrom('admin_audit').select(['action', 'subject']).execute();
  expect(entries.filter(({ subject }) => subject === 'pc').map(({ action }) => action)).toEqual([
    'remove-demo-products',
    'restore-products',
  ]);
});

it('[STEP3] a removal that fails in the last shop has removed nothing', async () => {
  failingShop = SHOP_KEYS.at(-1);
  const key = randomUUID();
  expect((await remove(key)).status).toBe(500);
  expect(await countDemo()).toBe(COUNT * SHOP_KEYS.length);
  failingShop = undefined;
  expect((await remove(key)).status).toBe(200);
  expect(await countDemo()).toBe(0);
});

it('[STEP3] a product that has taken the id of a removed one stays as it is', async () => {
  const { removed } = json(await remove()) as unknown as { removed: ShopProducts[] };
  await app.context.products.saveProducts('pc', [{ id: 1, fields: OWN }]);
  const { restored } = json(await restore(removed)) as unknown as { restored: ShopProducts[] };
  expect(restored.find(({ shop }) => shop === 'pc')?.ids).toEqual([2, 3, 4, 5]);
  expect((await listRows()).find(({ shop, id }) => shop === 'pc' && id === 1)?.title).toBe(OWN.title);
});

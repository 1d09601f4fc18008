import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PREVIEW_WIDTHS } from '#contract/image-names.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createAppContext } from '#api/app-context.ts';
import type { AppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { imageFolderPath, imagePath, previewPath } from '#api/images/image-paths.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { seedWhenEmpty } from './seed.ts';

const PRODUCTS = 10;
const fewProducts = async (shop: ShopKey) => (await readDemoCatalogue(shop)).slice(0, PRODUCTS);

let folder: string;
let context: AppContext;

const open = (env: Record<string, string> = {}) =>
  createAppContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '1', ...env }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-seed-'));
  context = await open();
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

const counts = () => Promise.all(SHOP_KEYS.map((shop) => context.products.countProducts(shop)));

const listRows = () =>
  context.database.reader
    .selectFrom('product')
    .leftJoin('product_view', (on) =>
      on.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
    )
    .select(['product.shop', 'id', 'title', 'imagecount', 'placeholder', 'count as views'])
    .orderBy('product.shop')
    .orderBy('id')
    .execute();

test('an empty shop is filled with products, their images and their views', async () => {
  const steps: number[] = [];
  await seedWhenEmpty(context, (done) => steps.push(done), fewProducts);
  expect(await counts()).toEqual([PRODUCTS, PRODUCTS, PRODUCTS, PRODUCTS]);
  expect(steps.at(-1)).toBe(4 * PRODUCTS);
  const catalogue = await fewProducts('pc');
  for (const row of await listRows()) {
    expect(row.imagecount).toBeGreaterThanOrEqual(2);
    expect(row.placeholder).not.toBe('');
    if (row.shop === 'pc') expect(row.views).toBe(catalogue[row.id - 1]?.viewCount);
    for (let number = 1; number <= row.imagecount; number += 1) {
      const image = await context.blobs.find(imagePath(row.shop, row.id, number));
      expect(await sharp(image?.bytes).metadata()).toMatchObject({ format: 'webp', width: 800, height: 800 });
    }
    // Lists show the first image only.
    expect(await context.blobs.listNames(`${imageFolderPath(row.shop, row.id)}/preview`)).toHaveLength(
      PREVIEW_WIDTHS.length,
    );
    for (const width of PREVIEW_WIDTHS) {
      const preview = await context.blobs.find(previewPath(row.shop, row.id, 1, width));
      expect((await sharp(preview?.bytes).metadata()).width).toBe(width);
    }
  }
});

test('images of the same catalogue are rendered the same twice', async () => {
  await seedWhenEmpty(context, undefined, async (shop) => (await fewProducts(shop)).slice(0, 1));
  const path = imagePath('ayz', 1, 1);
  const first = await context.blobs.find(path);
  await context.close();
  await rm(folder, { recursive: true });
  context = await open();
  await seedWhenEmpty(context, undefined, async (shop) => (await fewProducts(shop)).slice(0, 1));
  expect((await context.blobs.find(path))?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test('an interrupted run is completed by the next start', async () => {
  const { products } = context;
  let saves = 0;
  const failing: AppContext = {
    ...context,
    products: {
      ...products,
      saveProducts(shop, writes) {
        saves += 1;
        return saves === 4 ? Promise.reject(new Error('power cut')) : products.saveProducts(shop, writes);
      },
    },
  };
  await expect(seedWhenEmpty(failing, undefined, fewProducts)).rejects.toThrow('power cut');
  expect(await counts()).toEqual([PRODUCTS, 8, 0, 0]);
  await context.close();

  context = await open();
  await seedWhenEmpty(context, undefined, fewProducts);
  expect(await counts()).toEqual([PRODUCTS, PRODUCTS, PRODUCTS, PRODUCTS]);
  const rows = await listRows();
  expect(rows.every(({ views }) => Number(views) > 0)).toBe(true);
  expect(rows.filter(({ shop }) => shop === 'ayz').map(({ title }) => title)).toEqual(
    (await fewProducts('ayz')).map(({ fields }) => fields.title),
  );
});

test('nothing is added when a product exists, the demo is off, or demo products were added before', async () => {
  await context.products.saveProducts('smart', [{ fields: { title: 'Mine', main_category: 'A', category: 'B' } }]);
  await seedWhenEmpty(context, undefined, fewProducts);
  expect(await counts()).toEqual([0, 0, 0, 1]);

  await context.products.deleteProducts('smart', [1]);
  await seedWhenEmpty({ ...context, config: { ...context.config, isDemo: false } }, undefined, fewProducts);
  expect(await counts()).toEqual([0, 0, 0, 0]);

  const oneProduct = async (shop: ShopKey) => (await fewProducts(shop)).slice(0, 1);
  await context.close();
  await rm(folder, { recursive: true });
  context = await open();
  await seedWhenEmpty(context, undefined, oneProduct);
  for (const shop of SHOP_KEYS) await context.products.deleteProducts(shop, [1]);
  await seedWhenEmpty(context, undefined, oneProduct);
  expect(await counts()).toEqual([0, 0, 0, 0]);
});

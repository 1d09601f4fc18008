import { openTestContext } from '../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PREVIEW_WIDTHS } from '#contract/images/image-names.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AppContext } from '#api/app-context.ts';
import type { Blob } from '#api/storage/blobs/blob-store.ts';
import { listBlobNames } from '#api/testing/blobs/list-blobs.ts';
import { imageFolderPath, imagePath, previewPath } from '#api/images/image-paths.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import '#api/images/processing/image-loaders.ts';
import { seedWhenEmpty } from './seed.ts';
import type { Seed, SeedOptions } from './seed.ts';

const PRODUCTS = 3;
const IMAGE = { format: 'webp', width: 800, height: 800 };
const fewProducts = async (shop: ShopKey) => (await readDemoCatalogue(shop)).slice(0, PRODUCTS);

let folder: string;
let context: AppContext;
const seeds: Seed[] = [];

const open = (env: Record<string, string> = {}) => openTestContext(folder, { DEMO: '1', ...env });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-seed-'));
  context = await open();
});
afterEach(async () => {
  for (const seed of seeds.splice(0)) seed.stop();
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

const seed = async (options: SeedOptions = {}): Promise<Seed> => {
  const run = await seedWhenEmpty(context, { readCatalogue: fewProducts, ...options });
  seeds.push(run);
  return run;
};
const reopen = async (): Promise<void> => {
  await context.close();
  context = await open();
};
const metadataOf = async (image: Promise<Blob | undefined>) => sharp((await image)?.bytes).metadata();

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
  const steps: [number, number][] = [];
  const run = await seed({ report: (done, total) => steps.push([done, total]) });
  expect(await counts()).toEqual([PRODUCTS, PRODUCTS, PRODUCTS, PRODUCTS]);
  await run.finish();
  const catalogue = await fewProducts('pc');
  const rows = await listRows();
  const total = rows.reduce((sum, { imagecount }) => sum + imagecount, 0);
  expect(steps.at(-1)).toEqual([total, total]);
  for (const row of rows) {
    expect(row.imagecount).toBeGreaterThanOrEqual(2);
    expect(row.placeholder).not.toBe('');
    if (row.shop === 'pc') expect(row.views).toBe(catalogue[row.id - 1]?.viewCount);
    for (let number = 1; number <= row.imagecount; number += 1) {
      expect(await metadataOf(context.blobs.find(imagePath(row.shop, row.id, number)))).toMatchObject(IMAGE);
    }
    // Only the first image has previews, because lists show no other.
    const previews = await listBlobNames(context.blobs, `${imageFolderPath(row.shop, row.id)}/preview`);
    expect(previews).toHaveLength(PREVIEW_WIDTHS.length);
    for (const width of PREVIEW_WIDTHS) {
      expect((await metadataOf(context.blobs.find(previewPath(row.shop, row.id, 1, width)))).width).toBe(width);
    }
  }
});

test('images are drawn when they are asked for, in a separate process: the server’s own process reads no SVG', async () => {
  const run = await seed();
  const { id, imagecount } = (await listRows()).findLast(({ shop }) => shop === 'smart') ?? { id: 0, imagecount: 0 };
  expect(await metadataOf(run.blobs.find(imagePath('smart', id, imagecount)))).toMatchObject(IMAGE);
  expect(await metadataOf(run.blobs.find(previewPath('smart', id, 1, 200)))).toMatchObject({ width: 200 });
  expect(await context.blobs.find(imagePath('smart', id - 1, 1))).toBeUndefined();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await expect(sharp(svg).png().toBuffer()).rejects.toThrow('unsupported image format');
});

test('drawing the images of a catalogue twice gives the same images', async () => {
  const path = imagePath('ayz', 1, 1);
  const first = await (await seed()).blobs.find(path);
  await context.close();
  await rm(folder, { recursive: true });
  context = await open();
  const second = await (await seed()).blobs.find(path);
  expect(second?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
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
        return saves === 2 ? Promise.reject(new Error('power cut')) : products.saveProducts(shop, writes);
      },
    },
  };
  await expect(seedWhenEmpty(failing, { readCatalogue: fewProducts })).rejects.toThrow('power cut');
  expect(await counts()).toEqual([PRODUCTS, 0, 0, 0]);
  await reopen();

  const stopped: Seed = await seed({ report: (done) => void (done === 5 && stopped.stop()) });
  await stopped.finish();
  const rows = await listRows();
  expect(rows.every(({ views }) => Number(views) > 0)).toBe(true);
  expect(rows.filter(({ shop }) => shop === 'ayz').map(({ title }) => title)).toEqual(
    (await fewProducts('ayz')).map(({ fields }) => fields.title),
  );
  const drawn = await context.blobs.find(imagePath('default', 1, 1));
  expect(drawn).toBeDefined();
  expect(await context.blobs.find(imagePath('smart', 1, 2))).toBeUndefined();
  // The shop was in use between the two runs.
  await context.products.deleteProducts('default', [2]);
  await reopen();

  await (await seed()).finish();
  expect(await counts()).toEqual([PRODUCTS - 1, PRODUCTS, PRODUCTS, PRODUCTS]);
  expect((await context.blobs.find(imagePath('default', 1, 1)))?.tag).toBe(drawn?.tag);
  expect(await metadataOf(context.blobs.find(imagePath('smart', 1, 2)))).toMatchObject(IMAGE);
  await reopen();
  expect((await seed()).blobs).toBe(context.blobs);
});

test('nothing is added when a product exists, the demo is off, or demo products were added before', async () => {
  await context.products.saveProducts('smart', [{ fields: { title: 'Mine', main_category: 'A', category: 'B' } }]);
  await seed();
  expect(await counts()).toEqual([0, 0, 0, 1]);

  await context.products.deleteProducts('smart', [1]);
  await seedWhenEmpty({ ...context, config: { ...context.config, isDemo: false } }, { readCatalogue: fewProducts });
  expect(await counts()).toEqual([0, 0, 0, 0]);

  const readCatalogue = async (shop: ShopKey) => (await fewProducts(shop)).slice(0, 1);
  await context.close();
  await rm(folder, { recursive: true });
  context = await open();
  await (await seed({ readCatalogue })).finish();
  for (const shop of SHOP_KEYS) await context.products.deleteProducts(shop, [1]);
  await seed({ readCatalogue });
  expect(await counts()).toEqual([0, 0, 0, 0]);
});

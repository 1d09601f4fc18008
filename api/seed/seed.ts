import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AppContext } from '#api/app-context.ts';
import type { ProductWrite } from '#api/catalog/products/product-writes.service.ts';
import { addViews } from '#api/catalog/products/view.repository.ts';
import { imageFolderPath, listImageFiles } from '#api/images/image-paths.ts';
import { withSvgLoader } from '#api/images/processing/image-loaders.ts';
import { demoBarcode } from './demo-barcode.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import type { DemoProduct } from './demo-product.ts';
import { IconLibrary } from './images/icons.ts';
import { renderProductImages } from './images/product-images.ts';
import type { Materials } from './images/product-images.ts';
import { createStudios } from './images/studio.ts';
import { findSeedState, storeSeedState } from './seed-state.repository.ts';

/** What seeding needs. */
export type SeedContext = Pick<AppContext, 'config' | 'database' | 'products' | 'blobs' | 'states'>;

/** Called after each step with the number of finished products and of all. */
export type SeedReport = (done: number, total: number) => void;

/** Products rendered at the same time and saved in one transaction. */
const BATCH_PRODUCTS = 8;

/**
 * Fills the shops with the demo catalogue when none of them has a product, and continues an interrupted run.
 * Does nothing when demo products are off, or were added before. Must end before the server accepts uploads.
 */
export async function seedWhenEmpty(
  context: SeedContext,
  report: SeedReport = () => undefined,
  readCatalogue: (shop: ShopKey) => Promise<readonly DemoProduct[]> = readDemoCatalogue,
): Promise<void> {
  if (!context.config.isDemo || !(await needsSeed(context))) return;
  // All at once, so that after an interruption a shop that was not reached counts as begun, too.
  for (const shop of SHOP_KEYS) {
    if ((await findSeedState(context.database, shop)) === undefined)
      await storeSeedState(context.database, shop, 'begun');
  }
  const catalogues = await Promise.all(SHOP_KEYS.map(async (shop) => ({ shop, products: await readCatalogue(shop) })));
  const total = catalogues.reduce((sum, { products }) => sum + products.length, 0);
  const materials: Materials = { icons: new IconLibrary(), findStudio: createStudios() };
  let done = 0;
  await withSvgLoader(async () => {
    for (const { shop, products } of catalogues) {
      const before = done;
      await seedShop(context, materials, shop, products, (count) => report(before + count, total));
      done += products.length;
    }
  });
}

async function needsSeed({ database, products }: SeedContext): Promise<boolean> {
  const states = await Promise.all(SHOP_KEYS.map((shop) => findSeedState(database, shop)));
  if (states.includes('begun')) return true;
  const counts = await Promise.all(SHOP_KEYS.map((shop) => products.countProducts(shop)));
  return states.every((state) => state === undefined) && counts.every((count) => count === 0);
}

async function seedShop(
  context: SeedContext,
  materials: Materials,
  shop: ShopKey,
  products: readonly DemoProduct[],
  report: (done: number) => void,
): Promise<void> {
  const { database, states } = context;
  if ((await findSeedState(database, shop)) === 'done') return;
  // Products are saved in their order and numbered from 1, so the count tells where an interrupted run stopped.
  const first = await context.products.countProducts(shop);
  for (let start = first; start < products.length; start += BATCH_PRODUCTS) {
    const batch = products.slice(start, start + BATCH_PRODUCTS);
    const writes = await Promise.all(
      batch.map((product, index) => illustrate(context, materials, shop, start + index + 1, product)),
    );
    const results = await context.products.saveProducts(shop, writes);
    for (const result of results) {
      if (result.outcome === 'rejected') throw new Error(`invalid demo catalogue of ${shop}: ${result.reason}`);
    }
    report(start + batch.length);
  }
  await addViews(database, shop, new Map(products.map(({ viewCount }, index) => [index + 1, viewCount])));
  await storeSeedState(database, shop, 'done');
  await states.refresh([shop]);
}

/** Stores a product's images, which must exist before the row that counts them, and returns the write of the row. */
async function illustrate(
  { blobs }: SeedContext,
  materials: Materials,
  shop: ShopKey,
  id: number,
  product: DemoProduct,
): Promise<ProductWrite> {
  const images = await renderProductImages(materials, product);
  await Promise.all(
    images
      .flatMap((image, index) => listImageFiles(imageFolderPath(shop, id), index + 1, image))
      .map(({ path, bytes }) => blobs.put(path, bytes)),
  );
  return {
    id,
    external_id: `demo-${id}`,
    fields: { ...product.fields, barcode: demoBarcode(shop, id) },
    images: { imagecount: images.length, placeholder: images[0]?.placeholder ?? '' },
  };
}

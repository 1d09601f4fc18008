import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AppContext } from '#api/app-context.ts';
import { addViews } from '#api/catalog/products/view.repository.ts';
import { imageFolderPath, imagePath } from '#api/images/image-paths.ts';
import { createSlots } from '#api/jobs/slots.ts';
import type { BlobStore } from '#api/storage/blobs/blob-store.ts';
import { demoBarcode } from './demo-barcode.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import type { DemoProduct } from './demo-product.ts';
import { toExternalId } from './demo-products.ts';
import { planImages } from './images/image-plan.ts';
import type { Motif } from './images/image-plan.ts';
import { createImageQueue } from './images/image-queue.ts';
import type { PlannedImage } from './images/image-queue.ts';
import { startPainter } from './images/painter.ts';
import type { Painter } from './images/painter.ts';
import { findSeedState, storeSeedState } from './seed-state.repository.ts';

/** What seeding needs. */
export type SeedContext = Pick<AppContext, 'config' | 'database' | 'write' | 'products' | 'blobs' | 'states'>;

/** Maximum number of images looked up at the same time; with more, calls to an object store would wait too long for their turn. */
const MAX_FINDS = 16;

export interface SeedOptions {
  /** Called after each image with the number of images drawn so far and the number of all images. */
  readonly report?: (done: number, total: number) => void;
  readonly readCatalogue?: (shop: ShopKey) => Promise<readonly DemoProduct[]>;
}

/** The demo catalogue, whose products are stored and whose images are still being drawn. */
export interface Seed {
  /** The store of images; an image that is not drawn yet is drawn when it is asked for. */
  readonly blobs: BlobStore;
  /** Draws the images that are not drawn yet; call it once. @throws when an image could not be drawn or stored; the next start continues */
  finish(): Promise<void>;
  /** Stops drawing; the next start continues. */
  stop(): void;
}

/**
 * Fills the shops with the demo catalogue when none of them has a product, and continues an interrupted run. Does nothing when demo products
 * are off, or were added before. Must end before the server accepts products, because demo products are numbered from 1. Images may follow
 * later.
 */
export async function seedWhenEmpty(context: SeedContext, options: SeedOptions = {}): Promise<Seed> {
  const { blobs, config, database } = context;
  const { report = () => undefined, readCatalogue = readDemoCatalogue } = options;
  const isNeeded = config.isDemo && (await needsSeed(context));
  if (!isNeeded) return { blobs, finish: () => Promise.resolve(), stop: () => undefined };
  // Every shop is marked first, so that after an interruption a shop that was not reached counts as begun, too.
  for (const shop of SHOP_KEYS) {
    if ((await findSeedState(database, shop)) === undefined) await storeSeedState(database, shop, 'begun');
  }
  const painter = startPainter();
  try {
    const planned: PlannedImage[] = [];
    for (const shop of SHOP_KEYS) {
      const products = await readCatalogue(shop);
      await storeProducts(context, painter, shop, products);
      const hasAllImages = (await findSeedState(database, shop)) === 'done';
      if (!hasAllImages) planned.push(...(await planMissing(context, shop, products)));
    }
    // The first image of each product is drawn first, because lists show it.
    planned.sort((a, b) => a.number - b.number);
    const queue = createImageQueue(blobs, planned, painter);
    let isStopped = false;
    const finish = async (): Promise<void> => {
      try {
        await queue.drawAll(report);
        for (const shop of SHOP_KEYS) await storeSeedState(database, shop, 'done');
      } catch (error) {
        if (!isStopped) throw error;
      } finally {
        painter.stop();
      }
    };
    return {
      blobs: queue.blobs,
      finish,
      stop() {
        isStopped = true;
        painter.stop();
      },
    };
  } catch (error) {
    painter.stop();
    throw error;
  }
}

async function needsSeed({ database, products }: SeedContext): Promise<boolean> {
  const states = await Promise.all(SHOP_KEYS.map((shop) => findSeedState(database, shop)));
  if (states.some((state) => state === 'begun' || state === 'stored')) return true;
  const counts = await Promise.all(SHOP_KEYS.map((shop) => products.countProducts(shop)));
  return states.every((state) => state === undefined) && counts.every((count) => count === 0);
}

/** Stores the products of a shop, unless an earlier run has. */
async function storeProducts(
  { database, write, products, states }: SeedContext,
  painter: Pick<Painter, 'makePlaceholder'>,
  shop: ShopKey,
  catalogue: readonly DemoProduct[],
): Promise<void> {
  if ((await findSeedState(database, shop)) !== 'begun') return;
  // Products are saved in their order and numbered from 1, so the count tells where an interrupted run stopped.
  const first = await products.countProducts(shop);
  const writes = await Promise.all(
    catalogue.slice(first).map(async (product, index) => {
      const id = first + index + 1;
      const { fields } = product;
      const imagecount = planImages(fields.title).scenes.length;
      const placeholder = await painter.makePlaceholder(toMotif(product));
      return {
        id,
        external_id: toExternalId(id),
        fields: { ...fields, barcode: demoBarcode(shop, id) },
        images: { imagecount, placeholder },
      };
    }),
  );
  for (const result of await products.saveProducts(shop, writes)) {
    if (result.outcome === 'rejected') throw new Error(`invalid demo catalogue of ${shop}: ${result.reason}`);
  }
  await addViews(write, shop, new Map(catalogue.map(({ viewCount }, index) => [index + 1, viewCount])));
  await storeSeedState(database, shop, 'stored');
  await states.refresh([shop]);
}

/** Lists the images of a shop that no earlier run has drawn. */
async function planMissing(
  { blobs, database }: SeedContext,
  shop: ShopKey,
  catalogue: readonly DemoProduct[],
): Promise<PlannedImage[]> {
  const rows = await database.reader
    .selectFrom('product')
    .select(['id', 'external_id'])
    .where('shop', '=', shop)
    .execute();
  // A deleted product may be restored, so its images are drawn. A product that was added later under the same id has images of its own.
  const replaced = new Set(rows.filter((row) => row.external_id !== toExternalId(row.id)).map(({ id }) => id));
  const planned = catalogue.flatMap((product, index) => {
    const id = index + 1;
    if (replaced.has(id)) return [];
    const motif = toMotif(product);
    return planImages(motif.title).scenes.map((_, scene) => ({ shop, id, motif, number: scene + 1 }));
  });
  const inTurn = createSlots(MAX_FINDS);
  const found = await Promise.all(
    planned.map(({ id, number }) => inTurn(async () => (await blobs.find(imagePath(shop, id, number))) !== undefined)),
  );
  return planned
    .filter((_, index) => found[index] === false)
    .map(({ id, motif, number }) => ({ folder: imageFolderPath(shop, id), number, motif }));
}

const toMotif = ({ fields: { title, category }, icon, accessory }: DemoProduct): Motif => ({
  title,
  category,
  icon,
  accessory,
});

import { link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { IMAGE_WIDTHS, imageName, PREVIEW_WIDTHS, previewName } from '#contract/images/image-names.ts';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import { SHOPS } from '#contract/shops.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { findProducts } from '#api/catalog/reads/catalog.repository.ts';
import type { ProductWrite } from '#api/catalog/products/product-writes.service.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';

/** Numbers of products in each shop. The lamps fill two pages of their category; the cables have another main category. */
const LAMPS = 30;
const CABLES = 12;

/** Ids: lamps from 1, cables after them. The first lamp is `Lamp 01`, the cheapest one `Lamp 30`. */
export const FIRST_LAMP_ID = 1;
export const FIRST_CABLE_ID = LAMPS + 1;
/** An open-box product in stock in two conditions. */
export const CHOICE_ID = FIRST_LAMP_ID + 2;
/** The prices and quantities of the product `CHOICE_ID`. */
export const CHOICE_OFFER = {
  excellent_condition_price: '970',
  excellent_condition_available_quantity: '1',
  good_condition_price: '969',
  good_condition_available_quantity: '2',
} as const;
/** A product without images. */
export const BARE_ID = FIRST_LAMP_ID + 1;

const IMAGE_NUMBERS = [1, 2, 3];
/** Files of a product with images. */
const IMAGE_NAMES = [
  ...PREVIEW_WIDTHS.map((width) => previewName(1, width)),
  ...IMAGE_NUMBERS.flatMap((number) => IMAGE_WIDTHS.map((width) => imageName(number, width))),
];

const twoDigits = (number: number): string => String(number).padStart(2, '0');

function lamp(shop: ShopDefinition, number: number): ProductWrite {
  return {
    id: FIRST_LAMP_ID + number - 1,
    fields: {
      title: `Lamp ${twoDigits(number)}`,
      main_category: 'Lighting',
      category: 'Desk lamps',
      description: `<h2>Lamp ${twoDigits(number)}</h2><p>Shines <b>bright</b>.</p><script>alert(1)</script>`,
      ...OFFERS[shop.offer](1_000 - number * 10),
      ...(shop.offer === 'openBox' && FIRST_LAMP_ID + number - 1 === CHOICE_ID && CHOICE_OFFER),
    },
    ...(number !== BARE_ID && { images: { imagecount: IMAGE_NUMBERS.length, placeholder: '' } }),
  };
}

function cable(shop: ShopDefinition, number: number): ProductWrite {
  return {
    id: FIRST_CABLE_ID + number - 1,
    fields: {
      title: `Cable ${twoDigits(number)}`,
      main_category: 'Parts',
      category: number % 2 === 0 ? 'Power' : 'Data',
      description: '',
      ...OFFERS[shop.offer](number),
    },
  };
}

const OFFERS = {
  affiliate: (dollars: number) => ({
    price: String(dollars),
    typical_price: String(dollars + 5),
    rate: dollars % 6,
    availability: dollars % 7 === 0 ? ('NO' as const) : ('YES' as const),
    link: 'https://retailer.example/item',
  }),
  openBox: (dollars: number) => ({
    store: 'Warehouse',
    ebay: 'https://ebay.example/item',
    excellent_condition_price: String(dollars),
    excellent_condition_available_quantity: String(dollars % 3),
    good_condition_price: String(Math.max(dollars - 1, 1)),
    good_condition_available_quantity: '0',
  }),
};

/** Fills every shop of a test server with the same few products and images. */
export async function fillShops(app: Pick<TestApp, 'context'>): Promise<void> {
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#84cc16' } })
    .webp()
    .toBuffer();
  const { blobs, config, products } = app.context;
  // Hard links, because writing a thousand files would take two seconds at each start of a server.
  const linkImages = async (from: string, to: string): Promise<void> => {
    if (config.bucket) {
      // For a missing width, the server answers with the file that has no width in its name.
      const names = IMAGE_NAMES.filter((name) => !name.includes('-'));
      await Promise.all(names.map((name) => blobs.put(`${to}/${name}`, image)));
      return;
    }
    const [source, target] = [from, to].map((folder) => join(config.dataDir, 'images', folder)) as [string, string];
    await mkdir(join(target, 'preview'), { recursive: true });
    await Promise.all(IMAGE_NAMES.map((name) => link(join(source, name), join(target, name))));
  };
  for (const shop of SHOPS) {
    const lamps = Array.from({ length: LAMPS }, (_, index) => lamp(shop, index + 1));
    const cables = Array.from({ length: CABLES }, (_, index) => cable(shop, index + 1));
    const results = await products.saveProducts(shop.key, [...lamps, ...cables]);
    const rejected = results.find((result) => result.outcome === 'rejected');
    if (rejected) throw new Error(`A sample product was rejected: ${JSON.stringify(rejected)}`);
    const folderOf = (id: number): string => `${shop.imageFolder}/${id}`;
    for (const name of IMAGE_NAMES) await blobs.put(`${folderOf(FIRST_LAMP_ID)}/${name}`, image);
    for (const { id = FIRST_LAMP_ID, images } of lamps) {
      if (images && id !== FIRST_LAMP_ID) await linkImages(folderOf(FIRST_LAMP_ID), folderOf(id));
    }
  }
}

const SAMPLE_IDS = Array.from({ length: LAMPS + CABLES }, (_, index) => FIRST_LAMP_ID + index);

/** Reads the fields of the sample products of a shop, by id. */
async function readFields({ context }: Pick<TestApp, 'context'>, { key, offer }: (typeof SHOPS)[number]) {
  const products = await findProducts(context.database.reader, key, SAMPLE_IDS);
  const names = Object.keys(PRODUCT_FIELDS[offer].shape);
  return new Map(
    products.map(({ id, ...product }) => [
      id,
      Object.fromEntries(Object.entries(product).filter(([name]) => names.includes(name))),
    ]),
  );
}

/** Reads the fields of the sample products and returns a function that restores them, for tests that share a server. */
export async function keepFields(app: Pick<TestApp, 'context'>): Promise<() => Promise<void>> {
  const before = await Promise.all(SHOPS.map((shop) => readFields(app, shop)));
  return async () => {
    for (const [place, shop] of SHOPS.entries()) {
      const now = await readFields(app, shop);
      const changed = [...(before[place] ?? [])].filter(([id, fields]) => !isDeepStrictEqual(fields, now.get(id)));
      if (changed.length > 0)
        await app.context.products.saveProducts(
          shop.key,
          changed.map(([id, fields]) => ({ id, fields })),
        );
    }
  };
}

/** Renames a product on the server, as an administrator would. */
export async function renameProduct(app: TestApp, shop: ShopKey, id: number, title: string): Promise<void> {
  await app.context.products.saveProducts(shop, [{ id, fields: { title } }]);
}

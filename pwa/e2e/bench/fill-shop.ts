import { rgbaToThumbHash } from 'thumbhash';
import type { Manifest } from '#contract/http/catalog.ts';
import { addViews } from '#api/catalog/products/view.repository.ts';
import type { ProductWrite } from '#api/catalog/products/plan-product-write.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { createRandom } from '#api/testing/random.ts';

const SHOP = 'pc';
const SAVE_BATCH = 1_000;
const VIEWS_BATCH = 500;
/** Size of a placeholder, in pixels. */
const [WIDTH, HEIGHT] = [4, 3];
/** Upper limit of a product's views; most products have far fewer. */
const MOST_VIEWS = 5_000;
/** One product in this many has a long description. */
const LONG_EVERY = 10;
const LONG_SENTENCES = 40;
const WORDS =
  'quiet fast cool steel glass power memory screen cable silent modular compact reliable display cooling bright'.split(
    ' ',
  );

/** Adds what products of a running shop have, the same in every run: a placeholder to each, and a long description to some. */
export function completeRows(rows: readonly ProductWrite[]): ProductWrite[] {
  const random = createRandom(1);
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  const sentence = (): string => Array.from({ length: 12 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  return rows.map(({ fields, ...row }, place) => {
    for (let at = 0; at < pixels.length; at++) pixels[at] = at % 4 === 3 ? 255 : Math.floor(random() * 256);
    const placeholder = Buffer.from(rgbaToThumbHash(WIDTH, HEIGHT, pixels)).toString('base64');
    const long = place % LONG_EVERY === 0 ? Array.from({ length: LONG_SENTENCES }, () => `<p>${sentence()}.</p>`) : [];
    const description = `${fields.description ?? ''}${long.join('')}`;
    return { ...row, fields: { ...fields, description }, images: { imagecount: 1, placeholder } };
  });
}

/** Fills the PC shop with products and view counts. Returns the manifest of its snapshot. @throws Error when the snapshot lacks some */
export async function fillShop(app: TestApp, products: readonly ProductWrite[]): Promise<Manifest> {
  for (let at = 0; at < products.length; at += SAVE_BATCH)
    await app.context.products.saveProducts(SHOP, products.slice(at, at + SAVE_BATCH));
  const random = createRandom(2);
  const views = products.map((_, place) => [place + 1, Math.floor(MOST_VIEWS ** random())] as const);
  for (let at = 0; at < views.length; at += VIEWS_BATCH)
    await addViews(app.context.write, SHOP, new Map(views.slice(at, at + VIEWS_BATCH)));
  await app.server.snapshots.build([SHOP]);
  const manifest = (await (await fetch(`${app.url}/api/sync/${SHOP}/manifest`)).json()) as Manifest;
  if (manifest.rows !== products.length || manifest.viewsSeq < products.length)
    throw new Error(`The snapshot has ${manifest.rows} products of ${products.length}, or not all view counts`);
  return manifest;
}

import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import { detailsBlockOf, findDetails, walkDescriptions } from '#contract/blocks/details-block.ts';
import type { BlockDescription, Details } from '#contract/blocks/details-block.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { formatDollars } from '#contract/money/money.ts';
import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { matchesHash } from '../pull/matches-hash.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import { findBlock } from '../store/catalog-store.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';

/** A product on the device: complete, known not to exist, or without its details. */
export type FoundProduct = { state: 'found'; product: Product } | { state: 'absent' } | { state: 'unknown' };

/** Assembles a product: its card from memory, its details from the shop's store. @throws Error when the store cannot be opened */
export async function findProduct(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
  const { record, shop, offer } = catalog;
  const store = await catalog.store();
  if (!record) return { state: 'unknown' };
  const shown = catalog.card(id);
  if (!shown) return { state: catalog.state === 'ready' ? 'absent' : 'unknown' };
  // A storage failure is not fatal: the server knows the product as well.
  const overlay = await store.findRow(shop, id).catch(() => undefined);
  if (overlay?.product && overlay.seq === shown.seq) {
    return { state: 'found', product: { ...overlay.product, view_count: shown.view_count } };
  }
  // Links and placeholders arrive after the cards; without them, the server answers.
  await catalog.readColumns().catch(() => false);
  const card = catalog.card(id);
  if (!card || !catalog.hasColumns) return { state: 'unknown' };
  const details = await readDetails(store, record, card);
  return details ? { state: 'found', product: assembleProduct(offer, card, details) } : { state: 'unknown' };
}

/** Reads the descriptions of a stored block one by one. @throws TypeError, SyntaxError or RangeError when it is damaged */
export const readDescriptions = async (bytes: ArrayBuffer): Promise<Iterator<BlockDescription>> =>
  walkDescriptions(await unpackDetails(bytes));

/** Reads the details of the product version that a card shows; undefined if the device has none of it, or only damaged ones. */
async function readDetails(
  store: CatalogStore,
  { shop, manifest }: ShopRecord,
  { id, seq, title }: WireCard,
): Promise<Details | undefined> {
  const range = detailsBlockOf(id);
  const hash = manifest.blocks.find((block) => block.kind === 'details' && block.range === range)?.hash;
  if (hash === undefined) return undefined;
  try {
    const bytes = await findBlock(store, shop, hash);
    const details = bytes && findDetails(await unpackDetails(bytes), id, title);
    return details?.seq === seq ? details : undefined;
  } catch {
    // The storage connection may just be lost: only a block that does not match its hash is dropped, for the next pull to fetch.
    await dropWhenDamaged(store, shop, hash).catch(() => undefined);
    return undefined;
  }
}

/** Drops a damaged block. Only the leader may write; damage found by other tabs is left to the leader's daily check. */
async function dropWhenDamaged(store: CatalogStore, shop: ShopRecord['shop'], hash: string): Promise<void> {
  const bytes = await findBlock(store, shop, hash);
  const isDamaged = bytes && !(await matchesHash(bytes, hash));
  if (isDamaged) await store.write({ shop, base: 'any', dropBlocks: [hash] });
}

/** Returns the text of a stored details block. @throws TypeError when its bytes are damaged */
export const unpackDetails = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();

/** Assembles a product from its card, with all columns, and details; equal to the server's answer for its id. */
export function assembleProduct(
  offer: OfferKind,
  card: WireCard,
  { fields, updated_at, conditionImages }: Details,
): Product {
  const { id, seq, life, title, main_category, category, imagecount, image_version, placeholder, view_count } = card;
  const common = { id, seq, title, main_category, category, imagecount, image_version, placeholder, view_count };
  return {
    ...common,
    ...(life > 0 && { life }),
    ...toOfferFields(offer, card),
    ...fields,
    ...(conditionImages && { condition_images: conditionImages }),
    updated_at,
  } as unknown as Product;
}

/** Fields of an offer that only the card has, in the names and shapes of the wire's product. */
function toOfferFields(offer: OfferKind, card: WireCard): object {
  if (offer === 'affiliate') {
    const { price_cents, typical_price_cents, rate, availability, link } = card as unknown as AffiliateCard;
    const price = formatDollars(price_cents);
    return { price, typical_price: formatDollars(typical_price_cents), rate, availability, link };
  }
  const offers = card as unknown as OpenBoxCard;
  return Object.fromEntries(
    CONDITIONS.flatMap(({ key }) => [
      [priceField(key), formatDollars(offers[`${key}_price_cents`])],
      [quantityField(key), String(offers[`${key}_quantity`])],
    ]),
  );
}

import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { findConditions } from '../catalog/products/product.repository.ts';
import { rowToCard } from '../catalog/products/row-to-card.ts';
import type { Database } from '../storage/database.ts';

/** Gives each product of a shop a distinct placeholder, as a stored image would, but without drawing an image. */
export async function givePlaceholders({ writer }: Database, shop: ShopKey): Promise<void> {
  const { offer } = getShop(shop);
  const rows = await writer.selectFrom('product').selectAll().where('shop', '=', shop).execute();
  const conditions = await findConditions(
    writer,
    shop,
    rows.map(({ id }) => id),
  );
  let digest = 0;
  for (const row of rows) {
    const placeholder = placeholderOf(row.id);
    const card_digest = digestCard(offer, rowToCard(offer, { ...row, placeholder }, conditions.get(row.id) ?? []));
    digest = addDigest(digest, card_digest);
    await writer
      .updateTable('product')
      .set({ placeholder, card_digest })
      .where('shop', '=', shop)
      .where('id', '=', row.id)
      .execute();
  }
  await writer.updateTable('shop').set({ digest }).where('key', '=', shop).execute();
}

/** Returns the placeholder that a product gets. */
export const placeholderOf = (id: number): string => `P${id}`;

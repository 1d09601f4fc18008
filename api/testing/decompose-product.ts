import { addDigest, digestCard, subtractDigest } from '#contract/blocks/digest.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { rowToCard } from '../catalog/products/row-to-card.ts';
import type { Database } from '../storage/database.ts';

/** Stores a product's texts decomposed (NFD), as older servers did, which did not compose texts. */
export async function decomposeProduct({ writer }: Database, shop: ShopKey, id: number): Promise<void> {
  const { offer } = getShop(shop);
  const before = await writer
    .selectFrom('product')
    .selectAll()
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const conditions = await writer
    .selectFrom('product_condition')
    .selectAll()
    .where('shop', '=', shop)
    .where('product_id', '=', id)
    .execute();
  const counters = await writer.selectFrom('shop').selectAll().where('key', '=', shop).executeTakeFirstOrThrow();
  const texts = {
    title: before.title.normalize('NFD'),
    title_key: before.title.toLowerCase().normalize('NFD'),
    main_category: before.main_category.normalize('NFD'),
    category: before.category.normalize('NFD'),
  };
  const seq = counters.seq + 1;
  const after = { ...before, ...texts, seq };
  const card_digest = digestCard(offer, rowToCard(offer, after, conditions));
  const digest = addDigest(subtractDigest(counters.digest, before.card_digest), card_digest);
  await writer
    .updateTable('product')
    .set({ ...texts, seq, card_digest })
    .where('shop', '=', shop)
    .where('id', '=', id)
    .execute();
  await writer.updateTable('shop').set({ seq, digest }).where('key', '=', shop).execute();
}

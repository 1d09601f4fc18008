import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addDigest, digestCard, subtractDigest } from '#contract/blocks/digest.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { rowToCard } from '../../catalog/products/row-to-card.ts';
import type { Schema } from '../schema.ts';

/** Rows of one statement. */
const BATCH_ROWS = 1_000;
/** Columns of products that people compare, search or group by. */
const TEXTS = ['title', 'main_category', 'category', 'store'] as const;

/**
 * Composes (NFC) the texts of products, so that categories that differ only in their code points become one. A changed product gets the next
 * number of its shop's feed, by which devices learn of it. Texts of orders and messages stay as they were accepted; searches compose these
 * texts, too.
 */
export const composedTexts: Migration = {
  async up(db: Kysely<Schema>) {
    const shops = await db.selectFrom('shop').select(['key', 'seq', 'digest', 'last_updated_at']).execute();
    for (const { key, ...counters } of shops) {
      let lastId = 0;
      for (;;) {
        const rows = await db
          .selectFrom('product')
          .select(['id', 'title_key', ...TEXTS])
          .where('shop', '=', key)
          .where('id', '>', lastId)
          .orderBy('id')
          .limit(BATCH_ROWS)
          .execute();
        for (const { id, title_key, ...texts } of rows) {
          const composed = mapTexts(texts, (text) => text.normalize('NFC'));
          const newKey = toTitleKey(composed.title);
          if (TEXTS.some((name) => composed[name] !== texts[name])) {
            await changeProduct(db, key, id, { ...composed, title_key: newKey }, counters);
          } else if (newKey !== title_key) {
            await db
              .updateTable('product')
              .set({ title_key: newKey })
              .where('shop', '=', key)
              .where('id', '=', id)
              .execute();
          }
        }
        lastId = rows.at(-1)?.id ?? lastId;
        if (rows.length < BATCH_ROWS) break;
      }
      await db.updateTable('shop').set(counters).where('key', '=', key).execute();
    }
  },
};

type Texts = Record<(typeof TEXTS)[number], string>;

const mapTexts = (texts: Texts, map: (text: string) => string): Texts =>
  Object.fromEntries(TEXTS.map((name) => [name, map(texts[name])])) as Texts;

/** Stores new texts of a product with its new digest and number; changes the shop's counters. */
async function changeProduct(
  db: Kysely<Schema>,
  shop: ShopKey,
  id: number,
  texts: Texts & { readonly title_key: string },
  counters: { seq: number; digest: number; last_updated_at: number },
): Promise<void> {
  const ofProduct = db.selectFrom('product').selectAll().where('shop', '=', shop).where('id', '=', id);
  const before = await ofProduct.executeTakeFirstOrThrow();
  const conditions = await db
    .selectFrom('product_condition')
    .select(['condition', 'price_cents', 'quantity'])
    .where('shop', '=', shop)
    .where('product_id', '=', id)
    .execute();
  counters.seq += 1;
  counters.last_updated_at += 1;
  const after = { ...before, ...texts, seq: counters.seq, updated_at: counters.last_updated_at };
  const { offer } = getShop(shop);
  const card_digest = digestCard(offer, rowToCard(offer, after, conditions));
  counters.digest = addDigest(subtractDigest(counters.digest, before.card_digest), card_digest);
  const { seq, updated_at } = after;
  await db
    .updateTable('product')
    .set({ ...texts, seq, updated_at, card_digest })
    .where('shop', '=', shop)
    .where('id', '=', id)
    .execute();
}

import type { ShopKey } from '#contract/shops.ts';
import type { Database } from '../../storage/database.ts';

/** Adds views to products that exist, in one transaction; each changed count takes the next number of the shop's view feed. */
export function addViews(database: Database, shop: ShopKey, views: ReadonlyMap<number, number>): Promise<void> {
  return database.writer.transaction().execute(async (trx) => {
    const { views_seq: lastSeq } = await trx
      .updateTable('shop')
      .set((eb) => ({ views_seq: eb.ref('views_seq') }))
      .where('key', '=', shop)
      .returning('views_seq')
      .executeTakeFirstOrThrow();
    const existing = await trx
      .selectFrom('product')
      .select('id')
      .where('shop', '=', shop)
      .where('id', 'in', [...views.keys()])
      .orderBy('id')
      .execute();
    if (existing.length === 0) return;
    await trx
      .insertInto('product_view')
      .values(
        existing.map(({ id }, index) => ({
          shop,
          product_id: id,
          count: views.get(id) ?? 0,
          seq: lastSeq + index + 1,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['shop', 'product_id']).doUpdateSet((eb) => ({
          count: eb('product_view.count', '+', eb.ref('excluded.count')),
          seq: eb.ref('excluded.seq'),
        })),
      )
      .execute();
    await trx
      .updateTable('shop')
      .set({ views_seq: lastSeq + existing.length })
      .where('key', '=', shop)
      .execute();
  });
}

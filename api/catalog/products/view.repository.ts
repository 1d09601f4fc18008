import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import { viewsLane } from '../../storage/lanes.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Write } from '../../storage/write-unit.ts';

/** Sets the view counts of products to 0, as changes of the shop's view feed. The transaction must hold the shop's lock. */
export async function resetViews(trx: Transaction<Schema>, shop: ShopKey, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const viewed = await trx
    .selectFrom('product_view')
    .select('product_id as id')
    .where('shop', '=', shop)
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .execute();
  for (const { id } of viewed) {
    const { views_seq: seq } = await trx
      .updateTable('shop')
      .set((eb) => ({ views_seq: eb('views_seq', '+', 1) }))
      .where('key', '=', shop)
      .returning('views_seq')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('product_view')
      .set({ count: 0, seq })
      .where('shop', '=', shop)
      .where('product_id', '=', id)
      .execute();
  }
}

/**
 * Adds views to products that exist, in one write unit; each changed count takes the next number of the shop's view feed. The lane of the
 * feed guards these numbers, and only write units that exclude all others delete products. So the shop's row, which orders need as well,
 * can be locked last.
 */
export function addViews(write: Write, shop: ShopKey, views: ReadonlyMap<number, number>): Promise<void> {
  return write(
    async ({ trx }) => {
      const { views_seq: lastSeq } = await trx
        .selectFrom('shop')
        .select('views_seq')
        .where('key', '=', shop)
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
    },
    [viewsLane(shop)],
  );
}

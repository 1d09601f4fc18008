import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { EndedLifeTable, ShopTable } from '../../storage/schema/catalog.ts';

/** The life of a product whose id no other product had before. */
export const FIRST_LIFE = 0;

/** Returns the ids among `ids` that a deleted product had. */
export async function findEndedLives(
  db: Queryable,
  shop: ShopKey,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const part of chunksOf(ids)) {
    const rows = await db
      .selectFrom('ended_life')
      .select('id')
      .where('shop', '=', shop)
      .where('id', 'in', part)
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Returns the life of the last deleted product with an id; undefined when there was none. */
export async function findEndedLife(db: Queryable, shop: ShopKey, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('ended_life')
    .select('life')
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.life;
}

/** Returns the life of the product that a shop's next change adds under an id. The transaction must hold the shop's lock. */
export async function findNextLife(trx: Transaction<Schema>, { key, seq }: ShopTable, id: number): Promise<number> {
  return (await findEndedLife(trx, key, id)) === undefined ? FIRST_LIFE : seq + 1;
}

/** Records the lives of products that are being deleted. */
export async function endLives(trx: Transaction<Schema>, lives: readonly EndedLifeTable[]): Promise<void> {
  for (const part of chunksOf(lives)) {
    await trx
      .insertInto('ended_life')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['shop', 'id']).doUpdateSet((eb) => ({ life: eb.ref('excluded.life') })),
      )
      .execute();
  }
}

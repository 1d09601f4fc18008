import type { ShopKey } from '#contract/shops.ts';
import type { Database } from '#api/storage/database.ts';

/** Progress of a shop's demo catalogue; `stored`: all products are stored, but not all images. A shop without a state was never seeded. */
export type SeedState = 'begun' | 'stored' | 'done';

const toKey = (shop: ShopKey): string => `demo-catalogue/${shop}`;

export async function findSeedState(database: Database, shop: ShopKey): Promise<SeedState | undefined> {
  const row = await database.reader
    .selectFrom('meta')
    .select('value')
    .where('key', '=', toKey(shop))
    .executeTakeFirst();
  return row?.value as SeedState | undefined;
}

export async function storeSeedState(database: Database, shop: ShopKey, value: SeedState): Promise<void> {
  await database.writer
    .insertInto('meta')
    .values({ key: toKey(shop), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

import type { Config } from '../../config/config.ts';
import { readOwnSettings } from '../../shop/shop-face.ts';
import type { Queryable } from '../../storage/database.ts';

/** Returns the name that the shop has been given, by its owner or in the operator's file; undefined: none. */
export async function findOwnName(
  { shopSettings }: Pick<Config, 'shopSettings'>,
  db: Queryable | undefined,
): Promise<string | undefined> {
  const own = db && (await readOwnSettings(db));
  return own?.name ?? shopSettings.name;
}

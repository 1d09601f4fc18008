import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../storage/database.ts';

/** The name of a shop that has none of its own. */
const DEFAULT_NAME = 'Hexlime';

/** Returns the name that the shop has been given, by the settings or in its database; undefined: none. */
export function findOwnName({ brand }: Pick<Config, 'brand'>, _db: Queryable | undefined): Promise<string | undefined> {
  return Promise.resolve(brand === DEFAULT_NAME ? undefined : brand);
}

import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from '../../storage/database.ts';

/** `id-12` is an id and never an external_id: exports write it where a product has no other key. */
const PLAIN_ID = /^(id-)?(\d{1,10})$/iu;

/** Finds the product that a key of a file means: the one with this external_id, or else the one with this id. */
export async function findProductByKey(
  db: Queryable,
  shop: ShopKey,
  key: string,
): Promise<{ readonly id: number; readonly life: number } | undefined> {
  const select = () => db.selectFrom('product').select(['id', 'life']).where('shop', '=', shop);
  const [, prefix, digits] = PLAIN_ID.exec(key) ?? [];
  const named = prefix === undefined ? await select().where('external_id', '=', key).executeTakeFirst() : undefined;
  const id = Number(digits ?? 0);
  if (named || id < 1 || id > MAX_PRODUCT_ID) return named;
  return select().where('id', '=', id).executeTakeFirst();
}

/** The key by which `findProductByKey` finds a product again, also in a copy of the shop. */
export const keyOfProduct = ({
  id,
  external_id,
}: {
  readonly id: number;
  readonly external_id: string | null;
}): string => (external_id === null || PLAIN_ID.test(external_id) ? `id-${id}` : external_id);

import type { Selectable, Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from '../storage/database.ts';
import { findMeta, storeMeta } from '../storage/meta.repository.ts';
import type { Schema } from '../storage/schema.ts';
import type { RedirectTable } from '../storage/schema/transfer.ts';

export type Redirect = Selectable<RedirectTable>;

/** The `meta` row whose value changes with the table, so that other processes notice an import. */
const VERSION_KEY = 'redirects_version';

export const findRedirectsVersion = (db: Queryable): Promise<string | undefined> => findMeta(db, VERSION_KEY);

export function findRedirects(db: Queryable, paths: readonly string[]): Promise<Redirect[]> {
  if (paths.length === 0) return Promise.resolve([]);
  return db.selectFrom('redirect').selectAll().where('path', 'in', paths).execute();
}

/** Lists the redirects of one shop, or of all shops, sorted by path, each with the external_id of its product if there is one. */
export function listRedirects(
  db: Queryable,
  shop?: ShopKey,
): Promise<(Redirect & { readonly external_id: string | null })[]> {
  const all = db
    .selectFrom('redirect')
    .leftJoin('product', (join) =>
      join.onRef('product.shop', '=', 'redirect.shop').onRef('product.id', '=', 'redirect.product_id'),
    )
    .select([
      'redirect.path',
      'redirect.shop',
      'redirect.product_id',
      'redirect.main_category',
      'redirect.category',
      'product.external_id',
    ])
    .orderBy('redirect.path');
  return (shop === undefined ? all : all.where('redirect.shop', '=', shop)).execute();
}

export async function countRedirects(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('redirect')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Adds redirects, and replaces those of the same path. */
export async function storeRedirects(
  trx: Transaction<Schema>,
  redirects: readonly Redirect[],
  version: string,
): Promise<void> {
  for (const redirect of redirects) {
    const { path: _path, ...columns } = redirect;
    await trx
      .insertInto('redirect')
      .values(redirect)
      .onConflict((conflict) => conflict.column('path').doUpdateSet(columns))
      .execute();
  }
  if (redirects.length > 0) await storeMeta(trx, VERSION_KEY, version);
}

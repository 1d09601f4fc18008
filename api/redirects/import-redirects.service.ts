import { randomUUID } from 'node:crypto';
import type { ImportResult } from '#contract/products/admin-product.ts';
import { readRedirectRow } from '#transfer/redirect-rows.ts';
import type { RedirectRow } from '#transfer/redirect-rows.ts';
import type { Cell } from '#transfer/source-row.ts';
import { isOwnAddress, toOldAddress } from '#contract/screens/old-addresses.ts';
import type { ShopKey } from '#contract/shops.ts';
import { isStorable } from '#contract/text/is-storable.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { findProductByKey } from '../catalog/products/find-product-by-key.ts';
import type { Queryable } from '../storage/database.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { countRedirects, findRedirects, storeRedirects } from './redirect.repository.ts';
import type { Redirect } from './redirect.repository.ts';

/** Maximum number of old addresses, for all shops together. */
const MAX_REDIRECTS = 100_000;

export interface RedirectImport {
  readonly shop: ShopKey;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  readonly isDryRun: boolean;
}

const reject = (field: string, reason: string): ImportResult => ({ outcome: 'rejected', field, reason });

/**
 * Imports the rows of a list of old addresses; a rejected row does not prevent the others. An old address leads to a product or a category of
 * the shop and never to any other address: there are no chains, no loops and no redirects to other sites.
 */
export async function importRedirects(
  { trx }: Pick<WriteUnit, 'trx'>,
  { shop, rows, isDryRun }: RedirectImport,
): Promise<ImportResult[]> {
  const read = rows.map((fields) => readRedirectRow(fields));
  const paths = read.flatMap(({ old_path, product }) =>
    [toOldAddress(old_path) ?? [], toOldAddress(product) ?? []].flat(),
  );
  const stored = new Map((await findRedirects(trx, [...new Set(paths)])).map((redirect) => [redirect.path, redirect]));
  const named = new Set(read.map(({ old_path }) => toOldAddress(old_path)));
  const saved = new Map<string, Redirect>();
  let free = MAX_REDIRECTS - (await countRedirects(trx));

  const take = async (row: RedirectRow): Promise<ImportResult> => {
    const path = toOldAddress(row.old_path);
    if (path === undefined || !isStorable(path)) return reject('old_path', FIELD_PROBLEMS.oldPath);
    if (isOwnAddress(path)) return reject('old_path', FIELD_PROBLEMS.oldPathOwn);
    const target = toOldAddress(row.product);
    if (target !== undefined && (stored.has(target) || named.has(target))) {
      return reject('product', FIELD_PROBLEMS.targetIsOldPath);
    }
    const redirect = await findTarget(trx, shop, path, row);
    if (!redirect) return reject(row.product === '' ? 'main_category' : 'product', FIELD_PROBLEMS.noTarget);
    const earlier = saved.get(path);
    if (earlier && !isSame(earlier, redirect)) return reject('old_path', FIELD_PROBLEMS.oldPathRepeated);
    const before = earlier ?? stored.get(path);
    if (before && isSame(before, redirect)) return { outcome: 'unchanged' };
    if (!before && free <= 0) return reject('old_path', FIELD_LIMITS.redirectCount(MAX_REDIRECTS));
    if (!before) free -= 1;
    saved.set(path, redirect);
    return { outcome: before ? 'changed' : 'added' };
  };

  const results: ImportResult[] = [];
  for (const row of read) results.push(await take(row));
  if (!isDryRun) await storeRedirects(trx, [...saved.values()], randomUUID());
  return results;
}

const isSame = (one: Redirect, other: Redirect): boolean =>
  (['shop', 'product_id', 'main_category', 'category'] as const).every((column) => one[column] === other[column]);

async function findTarget(
  db: Queryable,
  shop: ShopKey,
  path: string,
  { product, main_category, category }: RedirectRow,
): Promise<Redirect | undefined> {
  if (product !== '') {
    // In exports of shop programs, `product` is the target of a redirect: a page address that ends with the key of a product.
    const key = decode(toOldAddress(product)?.split('?', 1)[0]?.split('/').at(-1) ?? product);
    const found = isStorable(key)
      ? ((await findProductByKey(db, shop, key)) ?? (await findFirstVariant(db, shop, key)))
      : undefined;
    return found && { path, shop, product_id: found.id, main_category: null, category: null };
  }
  if (main_category === '' || !isStorable(main_category) || !isStorable(category)) return undefined;
  const all = db.selectFrom('product').select('id').where('shop', '=', shop).where('main_category', '=', main_category);
  const found = await (category === '' ? all : all.where('category', '=', category)).limit(1).executeTakeFirst();
  return found && { path, shop, product_id: null, main_category, category: category === '' ? null : category };
}

/** Finds the first variant of a product. An import makes a product of each variant, with keys such as `key/Red`. */
const findFirstVariant = (db: Queryable, shop: ShopKey, key: string): Promise<{ readonly id: number } | undefined> =>
  db
    .selectFrom('product')
    .select('id')
    .where('shop', '=', shop)
    .where('external_id', '>=', `${key}/`)
    // `0` is the character after `/`.
    .where('external_id', '<', `${key}0`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

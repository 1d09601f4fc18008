import type { Transaction } from 'kysely';
import type { CartItem, CartLine } from '#contract/cart.ts';
import { formatDollars } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { ProductConditionTable, ProductTable } from '../storage/schema/catalog.ts';
import type { CartLineTable } from '../storage/schema/orders.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { CART_SHOP } from './cart-shop.ts';

/** The current offer of a product's condition. */
export type Offer = Pick<ProductConditionTable, 'price_cents' | 'quantity'> &
  Pick<ProductTable, 'life' | 'title' | 'store'>;

/** The changeable columns of a cart line. */
type LineChange = Pick<CartLineTable, 'quantity' | 'price_seen_cents'>;
export type HeldLine = LineChange & Pick<CartLineTable, 'life'>;

/** Finds the offer of an item; undefined when the product is gone or has no price in this condition. */
export function findOffer(db: Queryable, { product_id, condition }: CartItem): Promise<Offer | undefined> {
  return db
    .selectFrom('product_condition')
    .innerJoin('product', (join) =>
      join
        .onRef('product.shop', '=', 'product_condition.shop')
        .onRef('product.id', '=', 'product_condition.product_id'),
    )
    .select([
      'product_condition.price_cents',
      'product_condition.quantity',
      'product.life',
      'product.title',
      'product.store',
    ])
    .where('product_condition.shop', '=', CART_SHOP)
    .where('product_condition.product_id', '=', product_id)
    .where('product_condition.condition', '=', condition)
    .where('product_condition.price_cents', '>', 0)
    .executeTakeFirst();
}

export function findHeldLine(db: Queryable, sub: string, item: CartItem): Promise<HeldLine | undefined> {
  return db
    .selectFrom('cart_line')
    .select(['life', 'quantity', 'price_seen_cents'])
    .where('sub', '=', sub)
    .where('product_id', '=', item.product_id)
    .where('condition', '=', item.condition)
    .executeTakeFirst();
}

/** Counts the lines of a cart and finds when the last one was added, in ms. */
export async function measureCart(db: Queryable, sub: string): Promise<{ lines: number; lastAddedAtMs: number }> {
  const row = await db
    .selectFrom('cart_line')
    .select((eb) => [eb.fn.countAll<number>().as('lines'), eb.fn.max('added_at').as('last')])
    .where('sub', '=', sub)
    .executeTakeFirst();
  return { lines: Number(row?.lines ?? 0), lastAddedAtMs: row?.last ?? 0 };
}

export async function insertLine(trx: Transaction<Schema>, line: CartLineTable): Promise<void> {
  await trx.insertInto('cart_line').values(line).execute();
}

export async function updateLine(
  trx: Transaction<Schema>,
  sub: string,
  item: CartItem,
  line: LineChange,
): Promise<void> {
  await trx
    .updateTable('cart_line')
    .set(line)
    .where('sub', '=', sub)
    .where('product_id', '=', item.product_id)
    .where('condition', '=', item.condition)
    .execute();
}

/** Deletes a line, if it is of the product's `life` (undefined: of any); returns whether it existed. */
export async function deleteLine(
  trx: Transaction<Schema>,
  sub: string,
  item: CartItem,
  life?: number,
): Promise<boolean> {
  let lines = trx.deleteFrom('cart_line');
  if (life !== undefined) lines = lines.where('life', '=', life);
  const { numDeletedRows } = await lines
    .where('sub', '=', sub)
    .where('product_id', '=', item.product_id)
    .where('condition', '=', item.condition)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Numbers a change of a user's cart among those of all carts and returns the number; the user's devices are poked after the commit. */
export async function touchCart({ trx, publish }: WriteUnit, sub: string): Promise<number> {
  // The row stays locked until the commit, so numbers become visible in order.
  const { seq } = await trx
    .updateTable('cart_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow();
  await trx.updateTable('user_account').set({ cart_seq: seq }).where('sub', '=', sub).execute();
  publish({ type: 'cart-changed', sub, seq });
  return seq;
}

/**
 * Lists a cart's lines in the order in which they were added, with current prices and stock; `only` restricts the list to one line. A line
 * whose product was deleted is unavailable, whatever product has its id now.
 */
export async function listLines(db: Queryable, sub: string, only?: CartItem): Promise<CartLine[]> {
  let query = db
    .selectFrom('cart_line as line')
    .leftJoin('product', (join) =>
      join
        .onRef('product.id', '=', 'line.product_id')
        .onRef('product.life', '=', 'line.life')
        .on('product.shop', '=', CART_SHOP),
    )
    .leftJoin('product_condition as offer', (join) =>
      join
        .onRef('offer.product_id', '=', 'product.id')
        .onRef('offer.condition', '=', 'line.condition')
        .on('offer.shop', '=', CART_SHOP),
    )
    .select((eb) => [
      'line.product_id',
      'line.life',
      'line.condition',
      'line.quantity',
      'line.price_seen_cents',
      'line.added_at',
      eb.fn.coalesce('product.title', 'line.title').as('title'),
      eb.fn.coalesce('product.store', 'line.store').as('store'),
      'product.imagecount',
      'product.image_version',
      'product.placeholder',
      'offer.price_cents',
      'offer.quantity as available',
    ])
    .where('line.sub', '=', sub);
  if (only) {
    query = query.where('line.product_id', '=', only.product_id).where('line.condition', '=', only.condition);
  }
  const rows = await query.orderBy('line.added_at').execute();
  return rows.map((row) => ({
    product_id: row.product_id,
    ...(row.life > 0 && { life: row.life }),
    condition: row.condition,
    store: row.store,
    quantity: row.quantity,
    price: formatDollars((row.price_cents ?? 0) as Cents),
    title: row.title,
    price_seen: formatDollars(row.price_seen_cents as Cents),
    // An offer without a price is not for sale, whatever its stock.
    available: row.price_cents ? (row.available ?? 0) : 0,
    imagecount: row.imagecount ?? 0,
    image_version: row.image_version ?? 0,
    placeholder: row.placeholder ?? '',
    added_at: new Date(row.added_at).toISOString(),
  }));
}

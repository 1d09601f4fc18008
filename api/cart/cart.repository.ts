import type { Transaction } from 'kysely';
import type { CartItem, CartLine } from '#contract/orders/cart.ts';
import { formatDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { tickAccountClock } from '../storage/counters.repository.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
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

/** An item of a user: names a line, whether or not it exists. */
type OwnItem = CartItem & Pick<CartLineTable, 'sub'>;

/** What decides whether units of an item can be added. */
export interface CartAddition {
  /** Undefined when the product is gone or has no price in this condition. */
  readonly offer: Offer | undefined;
  readonly held: HeldLine | undefined;
}

/** Finds the offer of an item and the user's line of it; undefined when there is no such user. */
export async function findAddition(db: Queryable, sub: string, item: CartItem): Promise<CartAddition | undefined> {
  const row = await selectAddition.first(db, { sub, ...item });
  if (!row) return undefined;
  const { held_life, held_quantity, price_seen_cents, ...offer } = row;
  return {
    // Every condition row has a product, so either all columns of the offer are there, or none.
    offer: offer.life === null ? undefined : (offer as Offer),
    held: held_life === null ? undefined : ({ life: held_life, quantity: held_quantity, price_seen_cents } as HeldLine),
  };
}

const selectAddition = prepareQuery((db, value: OwnItem) =>
  db
    .selectFrom('user_account')
    .leftJoin('product_condition as offer', (join) =>
      join
        .on('offer.shop', '=', CART_SHOP)
        .on('offer.product_id', '=', value.product_id)
        .on('offer.condition', '=', value.condition)
        .on('offer.price_cents', '>', 0),
    )
    .leftJoin('product', (join) =>
      join.onRef('product.shop', '=', 'offer.shop').onRef('product.id', '=', 'offer.product_id'),
    )
    .leftJoin('cart_line as held', (join) =>
      join
        .onRef('held.sub', '=', 'user_account.sub')
        .on('held.product_id', '=', value.product_id)
        .on('held.condition', '=', value.condition),
    )
    .select([
      'offer.price_cents',
      'offer.quantity',
      'product.life',
      'product.title',
      'product.store',
      'held.life as held_life',
      'held.quantity as held_quantity',
      'held.price_seen_cents',
    ])
    .where('user_account.sub', '=', value.sub),
);

export const findHeldLine = (db: Queryable, sub: string, item: CartItem): Promise<HeldLine | undefined> =>
  selectHeldLine.first(db, { sub, ...item });

const selectHeldLine = prepareQuery((db, value: OwnItem) =>
  db
    .selectFrom('cart_line')
    .select(['life', 'quantity', 'price_seen_cents'])
    .where('sub', '=', value.sub)
    .where('product_id', '=', value.product_id)
    .where('condition', '=', value.condition),
);

/** Counts the lines of a cart and finds when the last one was added, in ms. */
export async function measureCart(db: Queryable, sub: string): Promise<{ lines: number; lastAddedAtMs: number }> {
  const { lines, last } = await selectMeasures.one(db, { sub });
  return { lines: Number(lines), lastAddedAtMs: last ?? 0 };
}

const selectMeasures = prepareQuery((db, value: Pick<CartLineTable, 'sub'>) =>
  db
    .selectFrom('cart_line')
    .select((eb) => [eb.fn.countAll<number>().as('lines'), eb.fn.max<number | null>('added_at').as('last')])
    .where('sub', '=', value.sub),
);

export async function insertLine(trx: Transaction<Schema>, line: CartLineTable): Promise<void> {
  await insertWholeLine.send(trx, line);
}

const insertWholeLine = prepareQuery((db, value: CartLineTable) =>
  db.insertInto('cart_line').values({
    sub: value.sub,
    product_id: value.product_id,
    life: value.life,
    condition: value.condition,
    quantity: value.quantity,
    price_seen_cents: value.price_seen_cents,
    title: value.title,
    store: value.store,
    added_at: value.added_at,
  }),
);

export async function updateLine(
  trx: Transaction<Schema>,
  sub: string,
  item: CartItem,
  line: LineChange,
): Promise<void> {
  await changeLine.send(trx, { sub, ...item, ...line });
}

const changeLine = prepareQuery((db, value: OwnItem & LineChange) =>
  db
    .updateTable('cart_line')
    .set({ quantity: value.quantity, price_seen_cents: value.price_seen_cents })
    .where('sub', '=', value.sub)
    .where('product_id', '=', value.product_id)
    .where('condition', '=', value.condition),
);

/** Deletes a line if it is of the product's `life` (undefined: of any); returns whether a line was deleted. */
export const deleteLine = async (
  trx: Transaction<Schema>,
  sub: string,
  item: CartItem,
  life?: number,
): Promise<boolean> => (await removeLine.run(trx, { sub, ...item, life: life ?? null })) > 0;

const removeLine = prepareQuery((db, value: OwnItem & { readonly life: number | null }) =>
  db
    .deleteFrom('cart_line')
    .where('sub', '=', value.sub)
    .where('product_id', '=', value.product_id)
    .where('condition', '=', value.condition)
    .where((eb) => eb('life', '=', eb.fn.coalesce(eb.val(value.life), 'life'))),
);

/**
 * Numbers a change of a user's cart by the counter of all carts and orders; returns the number. The user's devices are poked after the
 * commit.
 */
export async function touchCart({ trx, publish }: WriteUnit, sub: string): Promise<number> {
  const seq = await tickAccountClock(trx);
  await storeCartSeq.send(trx, { sub, seq });
  publish({ type: 'cart-changed', sub, seq });
  return seq;
}

const storeCartSeq = prepareQuery((db, value: { readonly sub: string; readonly seq: number }) =>
  db.updateTable('user_account').set({ cart_seq: value.seq }).where('sub', '=', value.sub),
);

/**
 * Lists a cart's lines in the order in which they were added, with current prices and stock; `only` restricts the list to one line. A line
 * whose product was deleted is unavailable, even if another product has its id now.
 */
export async function listLines(db: Queryable, sub: string, only?: CartItem): Promise<CartLine[]> {
  const rows = only ? await selectLine.all(db, { sub, ...only }) : await selectLines.all(db, { sub });
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
const linesOf = (db: Queryable, value: Pick<CartLineTable, 'sub'>) =>
  db
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
    .where('line.sub', '=', value.sub)
    .orderBy('line.added_at');

const selectLines = prepareQuery(linesOf);
const selectLine = prepareQuery((db, value: OwnItem) =>
  linesOf(db, value).where('line.product_id', '=', value.product_id).where('line.condition', '=', value.condition),
);

import type { ExpressionBuilder } from 'kysely';
import type { CartItem } from '#contract/orders/cart.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { MAX_ABANDONED_ORDERS } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { CARD_ROW_COLUMNS } from '../catalog/products/row-to-card.ts';
import type { ConditionOffer } from '../catalog/products/product-rows.ts';
import type { SeenProduct } from '../catalog/products/shop-counters.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { ProductTable } from '../storage/schema/catalog.ts';
import type { IdempotencyTable } from '../storage/schema/users.ts';
import type { BuyerHolds } from './buyer-limits.ts';
import { ORDER_COLUMNS } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

/** Statuses that wait for the buyer. */
const WAITING_STATUSES = ['creating', 'waiting'] as const;

/** A requested purchase; `key`: the buyer's key for this call, null without one. `abandonedSince`: time in ms. */
export interface WantedPurchase extends CartItem {
  readonly sub: string;
  readonly shop: ShopKey;
  readonly key: string | null;
  readonly abandonedSince: number;
}

/** The facts that decide about a purchase. */
export interface CheckoutFacts {
  /** The order that was placed under the purchase's key. */
  readonly stored: Pick<IdempotencyTable, 'request_hash' | 'result'> | undefined;
  /** The product's life in the buyer's cart line of the item; undefined without a line. */
  readonly lineLife: number | undefined;
  /** Undefined when there is no such product or condition. */
  readonly offer: SeenOffer | undefined;
  readonly holds: BuyerHolds;
}

/** The offer of a product's condition, with all that the product's next state is computed from. */
export interface SeenOffer extends SeenProduct {
  readonly store: ProductTable['store'];
  /** The condition that is wanted. */
  readonly wanted: ConditionOffer;
}

/** Reads all that decides about a purchase in one statement, and so from one state; undefined when there is no such user. */
export async function findCheckoutFacts(db: Queryable, wanted: WantedPurchase): Promise<CheckoutFacts | undefined> {
  const row = await selectFacts.first(db, wanted);
  if (!row) return undefined;
  const { request_hash, placed_id, line_life, held_orders, held_units, abandoned_at } = row;
  return {
    stored: request_hash === null || placed_id === null ? undefined : { request_hash, result: placed_id },
    lineLife: line_life ?? undefined,
    offer: row.id === null ? undefined : toOffer(row as ProductRow, wanted),
    holds: { orders: Number(held_orders), units: Number(held_units), abandonedAt: abandoned_at ?? undefined },
  };
}

/** Selects a column of each of the product's conditions, null where it has none: one row costs less than one for each condition. */
const conditionColumns = (eb: ExpressionBuilder<Schema, 'product'>, column: 'price_cents' | 'quantity') =>
  CONDITION_KEYS.map((key) =>
    eb
      .selectFrom('product_condition as offer')
      .select(`offer.${column} as value`)
      .whereRef('offer.shop', '=', 'product.shop')
      .whereRef('offer.product_id', '=', 'product.id')
      .where('offer.condition', '=', key)
      .as(`${key}_${column}` as const),
  );

const selectFacts = prepareQuery((db, value: WantedPurchase) =>
  db
    .selectFrom('user_account')
    .innerJoin(
      // Does not filter by product: the index of products would make it read all orders of a popular one.
      (eb) =>
        eb
          .selectFrom('purchase')
          .select(({ fn, case: when, and, eb: of, selectFrom }) => [
            fn.countAll<number>().as('held_orders'),
            fn
              .sum<number | null>(
                when()
                  .when(
                    and([
                      of('shop', '=', value.shop),
                      of('product_id', '=', value.product_id),
                      of(
                        'life',
                        '=',
                        selectFrom('product')
                          .select('product.life')
                          .where('product.shop', '=', value.shop)
                          .where('product.id', '=', value.product_id),
                      ),
                    ]),
                  )
                  .then(of.ref('quantity'))
                  .end(),
              )
              .as('held_units'),
          ])
          .where('sub', '=', value.sub)
          .where('stock_state', '=', 'held')
          .as('holds'),
      (join) => join.onTrue(),
    )
    .leftJoin('purchase as placed', (join) =>
      join.onRef('placed.sub', '=', 'user_account.sub').on('placed.request_key', '=', value.key),
    )
    .leftJoin('cart_line', (join) =>
      join
        .onRef('cart_line.sub', '=', 'user_account.sub')
        .on('cart_line.product_id', '=', value.product_id)
        .on('cart_line.condition', '=', value.condition),
    )
    .leftJoin('product', (join) => join.on('product.shop', '=', value.shop).on('product.id', '=', value.product_id))
    .leftJoin('shop', 'shop.key', 'product.shop')
    .select(CARD_ROW_COLUMNS.map((name) => `product.${name}` as const))
    .select([
      'holds.held_orders',
      'holds.held_units',
      'placed.request_hash',
      'placed.id as placed_id',
      'cart_line.life as line_life',
      'product.store',
      'product.card_digest',
      'shop.seq as shop_seq',
      'shop.count',
      'shop.digest',
      'shop.last_updated_at',
    ])
    .select((eb) => [
      ...conditionColumns(eb, 'price_cents'),
      ...conditionColumns(eb, 'quantity'),
      // The time of the `MAX_ABANDONED_ORDERS`-th newest of the orders that gave their stock back without having been paid.
      eb
        .selectFrom('purchase')
        .select('purchase.created_at')
        .where('purchase.sub', '=', value.sub)
        .where('stock_state', '=', 'free')
        .where('status', 'not in', ['finished', 'refunded'])
        .where('purchase.created_at', '>', value.abandonedSince)
        .orderBy('purchase.created_at', 'desc')
        .limit(1)
        .offset(MAX_ABANDONED_ORDERS - 1)
        .as('abandoned_at'),
    ])
    .where('user_account.sub', '=', value.sub),
);

type FactsRow = NonNullable<Awaited<ReturnType<typeof selectFacts.first>>>;
type ConditionColumn = `${ConditionKey}_${'price_cents' | 'quantity'}`;

/** A row with a product: its shop is there as well, but a condition may be missing. */
type ProductRow = {
  readonly [Column in keyof FactsRow]: Column extends ConditionColumn
    ? FactsRow[Column]
    : NonNullable<FactsRow[Column]>;
};

const CONDITION_COLUMNS = CONDITION_KEYS.map((condition) => ({
  condition,
  price: `${condition}_price_cents` as const,
  quantity: `${condition}_quantity` as const,
}));

function toOffer(row: ProductRow, { shop, condition: wantedKey }: WantedPurchase): SeenOffer | undefined {
  const conditions: ConditionOffer[] = [];
  for (const { condition, price, quantity: units } of CONDITION_COLUMNS) {
    const { [price]: price_cents, [units]: quantity } = row;
    if (price_cents !== null && quantity !== null) conditions.push({ condition, price_cents, quantity });
  }
  const wanted = conditions.find(({ condition }) => condition === wantedKey);
  if (!wanted) return undefined;
  const { shop_seq: seq, count, digest, last_updated_at } = row;
  return {
    counters: { key: shop, seq, count, digest, last_updated_at },
    product: { row: { ...row, shop }, conditions },
    store: row.store,
    wanted,
  };
}

/**
 * Finds the user's newest order with the same product, condition and quantity that was placed after `sinceMs` and still waits for payment.
 * Ignores hidden orders, and those of an earlier product with that id.
 */
export function findRecentOrder(
  db: Queryable,
  { sub, product_id, condition, quantity }: Pick<OrderRow, 'sub' | 'product_id' | 'condition' | 'quantity'>,
  sinceMs: number,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('purchase')
    .select(ORDER_COLUMNS)
    .where('sub', '=', sub)
    .where('product_id', '=', product_id)
    .where('condition', '=', condition)
    .where('quantity', '=', quantity)
    .where('status', 'in', WAITING_STATUSES)
    .where('hidden_at', 'is', null)
    .where('created_at', '>', sinceMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product')
            .select('id')
            .whereRef('product.shop', '=', 'purchase.shop')
            .whereRef('product.id', '=', 'purchase.product_id')
            .whereRef('product.life', '<>', 'purchase.life'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

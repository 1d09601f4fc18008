import type { CartItem } from '#contract/orders/cart.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { parseDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { CartLineView } from '#sync/api/account-api.ts';
import type { Card } from '#contract/blocks/card.ts';

/** A line of the cart with the current state of its item. */
export interface CartEntry {
  /** Unique within the cart. */
  readonly key: string;
  readonly line: CartLineView;
  /** The current price of one unit; 0 when the item has left the shop or has no price. */
  readonly price: Cents;
  /** The price of one unit that the buyer last accepted. */
  readonly priceSeen: Cents;
  /** Units in stock now. */
  readonly available: number;
  /** Whether all, some or none of the line's units can be bought; `gone` when the item has left the shop. */
  readonly stock: 'enough' | 'few' | 'none' | 'gone';
}

/** What the catalogue on this device knows of the items of a cart. */
export interface CartCards {
  readonly cards: readonly Card[];
  /** Whether the device has the whole catalogue, so that an item that is not in it has left the shop. */
  readonly isComplete: boolean;
}

/**
 * Returns the entries of a cart. The device's catalogue is updated live, so it takes precedence over the values in the cart line. If it has
 * another product with the line's id, that product's values are not used; if that product is a later one, the line's own has left the shop.
 */
export function presentCart(lines: readonly CartLineView[], known: CartCards | undefined): CartEntry[] {
  const cardById = new Map(known?.cards.map((card) => [card.id, card]));
  return lines.map((line) => {
    const life = line.life ?? 0;
    const found = cardById.get(line.product_id);
    const card = found?.life === life ? found : undefined;
    const isGone = found ? found.life > life : known?.isComplete === true;
    const offer = (card && findOffer(card, line.condition)) ?? {
      price: parseDollars(line.price) ?? (0 as Cents),
      available: line.available,
    };
    const { price, available } = isGone ? { price: 0 as Cents, available: 0 } : offer;
    return {
      key: entryKey(line),
      line: card ? { ...line, ...imageOf(card), title: card.title } : line,
      price,
      priceSeen: parseDollars(line.price_seen) ?? price,
      available,
      stock: isGone ? 'gone' : stockLevel(line.quantity, price > 0 ? available : 0),
    };
  });
}

/** Returns the key of an item's entry. */
export const entryKey = ({ product_id, condition }: Pick<CartItem, 'product_id' | 'condition'>): string =>
  `${product_id}/${condition}`;

/** Finds the line of a product in a condition; a line of another product that has or had the same id does not count. */
export const findLine = <L extends CartItem & Pick<CartLineView, 'life'>>(
  lines: readonly L[],
  { id, life }: Pick<Card, 'id' | 'life'>,
  condition: ConditionKey | undefined,
): L | undefined =>
  lines.find((line) => line.product_id === id && (line.life ?? 0) === life && line.condition === condition);

/** Returns the price and stock of an item in a condition; undefined for a card of a shop without conditions. */
export function findOffer(card: Card, condition: ConditionKey): { price: Cents; available: number } | undefined {
  if (!('excellent_quantity' in card)) return undefined;
  return { price: card[`${condition}_price_cents`], available: card[`${condition}_quantity`] };
}

/** Returns the stock of an item in all conditions together. */
export const countStock = (card: Card): number =>
  CONDITION_KEYS.reduce((sum, condition) => sum + (findOffer(card, condition)?.available ?? 0), 0);

const imageOf = ({ imagecount, image_version, placeholder }: Card) => ({
  imagecount,
  image_version,
  placeholder,
});

function stockLevel(quantity: number, available: number): CartEntry['stock'] {
  if (available <= 0) return 'none';
  return available < quantity ? 'few' : 'enough';
}

/** Whether no unit of an entry can be bought. */
export const isSoldOut = ({ stock }: CartEntry): boolean => stock === 'none' || stock === 'gone';

/** Returns the total of one entry; 0 when it is sold out. */
export const entryTotal = (entry: CartEntry): Cents =>
  (isSoldOut(entry) ? 0 : entry.price * entry.line.quantity) as Cents;

/** Returns the total of the entries that can still be bought. */
export const cartTotal = (entries: readonly CartEntry[]): Cents =>
  entries.reduce((sum, entry) => sum + entryTotal(entry), 0) as Cents;

/** Returns the number of units in the cart. */
export const countUnits = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether the price differs from the one that the buyer accepted. */
export const hasNewPrice = ({ price, priceSeen }: CartEntry): boolean => price > 0 && price !== priceSeen;

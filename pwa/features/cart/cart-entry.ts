import { CONDITION_KEYS } from '#contract/conditions.ts';
import type { ConditionKey } from '#contract/conditions.ts';
import { parseDollars } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';
import type { CartLineView } from '#sync/account/account-api.ts';
import type { Card } from '#contract/blocks/card.ts';

/** A line of the cart with what is known of its item now. */
export interface CartEntry {
  /** Names the entry within the cart. */
  readonly key: string;
  readonly line: CartLineView;
  /** What one unit costs now; 0 when it cannot be bought any more. */
  readonly price: Cents;
  /** What one unit cost when the buyer last said yes to it. */
  readonly priceSeen: Cents;
  /** Units in stock now. */
  readonly available: number;
  /** Of the units in the cart: all are in stock, some are, none is, or the item has left the shop. */
  readonly stock: 'enough' | 'few' | 'none' | 'gone';
}

/** What the catalogue on this device, if it is complete, knows of the items of a cart. */
export interface CartCards {
  readonly cards: readonly Card[];
  /** The device has the whole catalogue: an item that is not in it is not in the shop. */
  readonly isComplete: boolean;
}

/** The entries of a cart. The catalogue on the device follows the shop live, so it counts before what the cart's own row says. */
export function presentCart(lines: readonly CartLineView[], known: CartCards | undefined): CartEntry[] {
  const cardById = new Map(known?.cards.map((card) => [card.id, card]));
  return lines.map((line) => {
    const card = cardById.get(line.product_id);
    const isGone = !card && known?.isComplete === true;
    const offer = (card && findOffer(card, line.condition)) ?? {
      price: parseDollars(line.price) ?? (0 as Cents),
      available: line.available,
    };
    const { price, available } = isGone ? { price: 0 as Cents, available: 0 } : offer;
    return {
      key: `${line.product_id}/${line.condition}`,
      line: card ? { ...line, ...pictureOf(card), title: card.title } : line,
      price,
      priceSeen: parseDollars(line.price_seen) ?? price,
      available,
      stock: isGone ? 'gone' : stockLevel(line.quantity, price > 0 ? available : 0),
    };
  });
}

/** What an item costs in a condition and how many there are; undefined for a card of a shop that knows no conditions. */
export function findOffer(card: Card, condition: ConditionKey): { price: Cents; available: number } | undefined {
  if (!('excellent_quantity' in card)) return undefined;
  return { price: card[`${condition}_price_cents`], available: card[`${condition}_quantity`] };
}

/** Units of an item in all conditions together. */
export const countStock = (card: Card): number =>
  CONDITION_KEYS.reduce((sum, condition) => sum + (findOffer(card, condition)?.available ?? 0), 0);

const pictureOf = ({ imagecount, image_version, placeholder }: Card) => ({
  imagecount,
  image_version,
  placeholder,
});

function stockLevel(quantity: number, available: number): CartEntry['stock'] {
  if (available <= 0) return 'none';
  return available < quantity ? 'few' : 'enough';
}

/** Whether none of an entry can be bought. */
export const isSoldOut = ({ stock }: CartEntry): boolean => stock === 'none' || stock === 'gone';

/** What the units of one entry cost together; 0 when it is sold out. */
export const entryTotal = (entry: CartEntry): Cents =>
  (isSoldOut(entry) ? 0 : entry.price * entry.line.quantity) as Cents;

/** What everything that can still be bought costs together. */
export const cartTotal = (entries: readonly CartEntry[]): Cents =>
  entries.reduce((sum, entry) => sum + entryTotal(entry), 0) as Cents;

/** Units in the cart. */
export const countUnits = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether the price is another one than the buyer has said yes to. */
export const hasNewPrice = ({ price, priceSeen }: CartEntry): boolean => price > 0 && price !== priceSeen;

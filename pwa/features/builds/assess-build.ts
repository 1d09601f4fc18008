import { CONDITIONS } from '#contract/products/conditions.ts';
import type { AffiliateCard, Card, CardOf, OpenBoxCard } from '#contract/blocks/card.ts';
import type { Cents } from '#contract/money/money.ts';
import { getShop } from '#contract/shops.ts';
import type { OfferKind, ShopKey } from '#contract/shops.ts';
import type { BuildPart } from './parse-builds.ts';

/** Why a part cannot be bought as it is on the list. */
export type PartProblem =
  | 'sold-out'
  /** Fewer are in stock than wanted. */
  | 'fewer'
  /** The shop has no such product. */
  | 'deleted'
  /** The device does not have the shop's catalogue yet. */
  | 'not-here';

/** A part with what the shop says about it now. */
export interface AssessedPart<C extends Card = Card> {
  readonly part: BuildPart;
  readonly card: C | undefined;
  readonly slot: string;
  readonly title: string;
  /** Of one unit; 0 without a price. */
  readonly price: Cents;
  readonly typicalPrice: Cents;
  /** Units in stock; undefined where the shop does not count them. */
  readonly stock: number | undefined;
  readonly problem: PartProblem | undefined;
}

export interface AssessedBuild<C extends Card = Card> {
  readonly parts: readonly AssessedPart<C>[];
  readonly total: Cents;
  /** Counted as for the shop's own builds: parts without a typical price add nothing. */
  readonly typicalTotal: Cents;
  readonly problems: number;
  /** Number of parts whose product is known and has no price. */
  readonly unpriced: number;
}

interface Offer {
  readonly price: Cents;
  readonly typicalPrice: Cents;
  readonly stock: number | undefined;
  readonly isSoldOut: boolean;
}

const OFFERS: { readonly [Kind in OfferKind]: (card: CardOf[Kind]) => Offer } = {
  affiliate: (card: AffiliateCard) => ({
    price: card.price_cents,
    typicalPrice: card.typical_price_cents,
    stock: undefined,
    isSoldOut: card.availability === 'NO',
  }),
  openBox: (card: OpenBoxCard) => {
    const offers = CONDITIONS.map(({ key }) => ({ price: card[`${key}_price_cents`], stock: card[`${key}_quantity`] }));
    const stock = offers.reduce((sum, offer) => sum + offer.stock, 0);
    // When no condition is in stock, the lowest of all prices shows what the product cost.
    const prices = offers
      .filter((offer) => offer.price > 0 && (offer.stock > 0 || stock === 0))
      .map(({ price }) => price);
    return { price: lowest(prices), typicalPrice: 0 as Cents, stock, isSoldOut: stock === 0 };
  },
};

const lowest = (prices: readonly Cents[]): Cents => (prices.length > 0 ? Math.min(...prices) : 0) as Cents;

/** Returns the current offer of a card: for an open-box product, the price of its cheapest condition in stock and the stock of all. */
export const findOffer = (shop: ShopKey, card: Card): Offer =>
  (OFFERS[getShop(shop).offer] as (card: Card) => Offer)(card);

/** The known products of one shop. */
export interface KnownCards<C extends Card = Card> {
  readonly cards: readonly C[];
  /** Whether the whole catalogue is on the device, so that a missing product is a deleted one. */
  readonly isComplete: boolean;
}

/** Assesses the parts of a build by the current cards of their shops, and adds up their prices. */
export function assessBuild<C extends Card>(
  parts: readonly BuildPart[],
  known: Readonly<Partial<Record<ShopKey, KnownCards<C>>>>,
): AssessedBuild<C> {
  const cardOf = new Map(
    Object.entries(known).flatMap(([shop, { cards }]) => cards.map((card) => [`${shop}-${card.id}`, card] as const)),
  );
  const assessed = parts.map((part) => {
    const card = cardOf.get(`${part.shop}-${part.id}`);
    return assessPart(part, card, known[part.shop]?.isComplete ?? false);
  });
  const sum = (price: (part: AssessedPart) => Cents): Cents =>
    assessed.reduce((total, each) => total + price(each) * each.part.quantity, 0) as Cents;
  return {
    parts: assessed,
    total: sum(({ price }) => price),
    typicalTotal: sum(({ typicalPrice }) => typicalPrice),
    problems: assessed.filter(({ problem }) => problem !== undefined).length,
    unpriced: assessed.filter(({ card, price }) => card !== undefined && price === 0).length,
  };
}

function assessPart<C extends Card>(part: BuildPart, card: C | undefined, isComplete: boolean): AssessedPart<C> {
  const { slot, title, quantity, shop } = part;
  if (!card) {
    const nothing = { price: 0 as Cents, typicalPrice: 0 as Cents, stock: undefined };
    return { part, card, slot, title, ...nothing, problem: isComplete ? 'deleted' : 'not-here' };
  }
  const { price, typicalPrice, stock, isSoldOut } = findOffer(shop, card);
  const hasFewer = stock !== undefined && stock < quantity;
  const problem = isSoldOut ? 'sold-out' : hasFewer ? 'fewer' : undefined;
  // A used part belongs to the slot for which it was chosen: the categories of its shop are not slots.
  const ownSlot = slot === '' || getShop(shop).sidebar.includes('builds') ? card.category : slot;
  return { part, card, slot: ownSlot, title: card.title, price, typicalPrice, stock, problem };
}

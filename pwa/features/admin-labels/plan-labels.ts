import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';
import type { ShopRow } from '#contract/shops.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

/** A label for the shelf. */
export interface ShelfLabel {
  readonly id: number;
  readonly title: string;
  /** 0: the product has no price. */
  readonly price: Cents;
  /** Null where products have no conditions, and for an open-box product that is not in stock. */
  readonly condition: ConditionKey | null;
  /** The address of the product, which the QR code holds. */
  readonly link: string;
}

export interface LabelChoice {
  readonly copies: number;
  /** Number, from 1, of the first label to print on the first sheet; the labels before it have been used. */
  readonly firstLabel: number;
  readonly perSheet: number;
}

/** Returns the labels of products: for an open-box product, one for each condition in stock, or one without a price if there is none. */
export function listLabels(shop: ShopRow, cards: readonly WireCard[], origin: string): ShelfLabel[] {
  return cards.flatMap((card): ShelfLabel[] => {
    const common = { id: card.id, title: card.title, link: `${origin}${shop.path}?product=${card.id}` };
    if (shop.offer === 'affiliate') {
      return [{ ...common, price: (card as unknown as AffiliateCard).price_cents, condition: null }];
    }
    const offers = card as unknown as OpenBoxCard;
    const inStock = CONDITIONS.filter(({ key }) => offers[`${key}_price_cents`] > 0 && offers[`${key}_quantity`] > 0);
    return inStock.length === 0
      ? [{ ...common, price: 0 as Cents, condition: null }]
      : inStock.map(({ key }) => ({ ...common, price: offers[`${key}_price_cents`], condition: key }));
  });
}

/** Places labels on sheets; null is a label that stays empty. */
export function planSheets(
  labels: readonly ShelfLabel[],
  { copies, firstLabel, perSheet }: LabelChoice,
): (ShelfLabel | null)[][] {
  const used = Array.from({ length: Math.min(firstLabel, perSheet) - 1 }, () => null);
  const places = [...used, ...labels.flatMap((label) => Array.from({ length: copies }, () => label))];
  return Array.from({ length: Math.ceil(places.length / perSheet) }, (_, sheet) =>
    places.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
}

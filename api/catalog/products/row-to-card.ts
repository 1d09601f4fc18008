import type { AffiliateCard, Card, OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/conditions.ts';
import type { ConditionKey } from '#contract/conditions.ts';
import type { Cents } from '#contract/money.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ConditionOffer, ProductRow } from './product-rows.ts';

/** The columns of a row that cards of either offer kind need. */
export const CARD_ROW_COLUMNS = [
  'id',
  'seq',
  'life',
  'title',
  'main_category',
  'category',
  'price_cents',
  'typical_price_cents',
  'rate',
  'availability',
  'link',
  'imagecount',
  'image_version',
  'placeholder',
] as const satisfies readonly (keyof ProductRow)[];

export type CardRow = Pick<ProductRow, (typeof CARD_ROW_COLUMNS)[number]>;

const commonMembers = (row: CardRow) => ({
  id: row.id,
  seq: row.seq,
  life: row.life,
  title: row.title,
  main_category: row.main_category,
  category: row.category,
  imagecount: row.imagecount,
  image_version: row.image_version,
  placeholder: row.placeholder,
});

const TO_CARD = {
  affiliate: (row: CardRow): AffiliateCard => ({
    ...commonMembers(row),
    price_cents: row.price_cents as Cents,
    typical_price_cents: row.typical_price_cents as Cents,
    rate: row.rate,
    availability: row.availability as AffiliateCard['availability'],
    link: row.link,
  }),
  openBox: (row: CardRow, conditions: readonly ConditionOffer[]): OpenBoxCard => {
    const byKey = new Map<ConditionKey, ConditionOffer>(conditions.map((offer) => [offer.condition, offer]));
    const pairs = CONDITIONS.flatMap(({ key }) => [
      [`${key}_price_cents`, byKey.get(key)?.price_cents ?? 0],
      [`${key}_quantity`, byKey.get(key)?.quantity ?? 0],
    ]);
    return { ...commonMembers(row), ...Object.fromEntries(pairs) } as OpenBoxCard;
  },
} as const;

/** Presents a row as a card: the same as `toCard` of its product, without formatting and parsing amounts. */
export const rowToCard = (offer: OfferKind, row: CardRow, conditions: readonly ConditionOffer[]): Card =>
  TO_CARD[offer](row, conditions);

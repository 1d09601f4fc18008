import type { AffiliateCard, Card, OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';
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

/** Names of a card's members for each condition, built only once: every change of stock presents a card. */
const OFFER_MEMBERS = CONDITIONS.map(({ key }) => ({
  key,
  price: `${key}_price_cents` as const,
  quantity: `${key}_quantity` as const,
}));

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
    const card: Partial<OpenBoxCard> & Record<string, unknown> = commonMembers(row);
    for (const { key, price, quantity } of OFFER_MEMBERS) {
      const offer = conditions.find(({ condition }) => condition === key);
      card[price] = (offer?.price_cents ?? 0) as Cents;
      card[quantity] = offer?.quantity ?? 0;
    }
    return card as OpenBoxCard;
  },
} as const;

/** Presents a row as a card: the same as `toCard` of its product, without formatting and parsing amounts. */
export const rowToCard = (offer: OfferKind, row: CardRow, conditions: readonly ConditionOffer[]): Card =>
  TO_CARD[offer](row, conditions);

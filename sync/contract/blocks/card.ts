import { CONDITIONS, priceField, quantityField } from '../products/conditions.ts';
import type { ConditionKey } from '../products/conditions.ts';
import { parseDollars } from '../money/money.ts';
import type { Cents } from '../money/money.ts';
import type { AffiliateProduct, OpenBoxProduct, Product } from '../products/product.ts';
import type { OfferKind } from '../shops.ts';
import { compareByCodePoint, toTitleKey } from '../text/title-key.ts';
import type { ColumnKind } from './columns.ts';

type ConditionCardFields = Record<`${ConditionKey}_price_cents`, Cents> & Record<`${ConditionKey}_quantity`, number>;

interface CommonCard extends Pick<
  Product,
  'id' | 'seq' | 'title' | 'main_category' | 'category' | 'imagecount' | 'image_version'
> {
  /** See `productLifeSchema`. */
  life: number;
  /** Thumbhash of the first image in base64; empty without an image, and while a device has not fetched this column. */
  placeholder: string;
}

/** What lists, search and sort need of a product; the rest are its details. */
export interface AffiliateCard extends CommonCard, Pick<AffiliateProduct, 'rate' | 'availability'> {
  price_cents: Cents;
  typical_price_cents: Cents;
  /** The retailer's page; empty if there is none, missing while a device has not fetched this column. */
  link?: string;
}
export interface OpenBoxCard extends CommonCard, ConditionCardFields {}

export interface CardOf {
  affiliate: AffiliateCard;
  openBox: OpenBoxCard;
}
export type Card = CardOf[OfferKind];

const COMMON_COLUMNS = {
  id: 'uint',
  seq: 'nearId',
  // Nearly always 0, which costs a byte per block.
  life: 'uint',
  title: 'lines',
  imagecount: 'uint',
  image_version: 'uint',
  placeholder: 'apart',
} as const satisfies Record<string, ColumnKind>;

const conditionColumns = Object.fromEntries(
  CONDITIONS.flatMap(({ key }) => [
    [`${key}_price_cents`, 'cents'],
    [`${key}_quantity`, 'uint'],
  ]),
) as Record<`${ConditionKey}_price_cents`, 'cents'> & Record<`${ConditionKey}_quantity`, 'uint'>;

/** The columns of a card, by offer kind, in wire order. Categories are not columns: rows are grouped in runs. */
export const CARD_COLUMNS = {
  affiliate: {
    ...COMMON_COLUMNS,
    price_cents: 'cents',
    typical_price_cents: 'cents',
    rate: 'uint',
    availability: 'words',
    link: 'apart',
  },
  openBox: { ...COMMON_COLUMNS, ...conditionColumns },
} as const satisfies Record<OfferKind, Record<string, ColumnKind>>;

const listDigestColumns = (offer: OfferKind): readonly (readonly [name: string, kind: ColumnKind])[] =>
  Object.entries<ColumnKind>(CARD_COLUMNS[offer]).filter(([name]) => name !== 'life');

/** The columns that a card's digest covers: all but the life, which is the same for an equal `seq`. */
export const DIGEST_COLUMNS = { affiliate: listDigestColumns('affiliate'), openBox: listDigestColumns('openBox') };

/** The columns in blocks of their own, in the order in which a device fetches them: links matter more than placeholders. */
const APART_ORDER = ['link', 'placeholder'];

/** Returns the names of an offer kind's columns that have blocks of their own, in the order in which a device fetches them. */
export const apartColumnsOf = (offer: OfferKind): readonly string[] =>
  APART_ORDER.filter((name) => Object.hasOwn(CARD_COLUMNS[offer], name));

/** Code points that replace the row's title inside a link or a description: plain, URL-encoded, HTML-escaped. */
const TITLE_MARK = '\u0001';
const ENCODED_TITLE_MARK = '\u0002';
const HTML_TITLE_MARK = '\u0003';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Replaces repetitions of the title in a text by marks to save bytes. Texts never contain the marks themselves. */
export function withoutTitle(text: string, title: string): string {
  return text
    .replaceAll(escapeHtml(title), HTML_TITLE_MARK)
    .replaceAll(title, TITLE_MARK)
    .replaceAll(encodeURIComponent(title), ENCODED_TITLE_MARK);
}

/** The reverse of `withoutTitle`. */
export function withTitle(text: string, title: string): string {
  if (!/[\u0001-\u0003]/.test(text)) return text; // oxlint-disable-line no-control-regex
  return text
    .replaceAll(ENCODED_TITLE_MARK, () => encodeURIComponent(title))
    .replaceAll(HTML_TITLE_MARK, () => escapeHtml(title))
    .replaceAll(TITLE_MARK, () => title);
}

/** Returns the form in which a text column stores a value: in links, marks replace repetitions of the title. */
export const toColumnText = (name: string, value: string, title: string): string =>
  name === 'link' ? withoutTitle(value, title) : value;

/** Returns cards in the order of a cards block: by main category, category and title key, each by code point, then by id. */
export const sortCards = (cards: readonly Card[]): Card[] =>
  cards
    .map((card) => ({ card, titleKey: toTitleKey(card.title) }))
    .sort(
      (a, b) =>
        compareTexts(a.card.main_category, b.card.main_category) ||
        compareTexts(a.card.category, b.card.category) ||
        compareTexts(a.titleKey, b.titleKey) ||
        a.card.id - b.card.id,
    )
    .map(({ card }) => card);

/** Compares texts, first for equality: most categories that are compared are equal. */
const compareTexts = (a: string, b: string): number => (a === b ? 0 : compareByCodePoint(a, b));

const common = (product: Product): CommonCard => ({
  id: product.id,
  seq: product.seq,
  life: product.life ?? 0,
  title: product.title,
  main_category: product.main_category,
  category: product.category,
  imagecount: product.imagecount,
  image_version: product.image_version,
  placeholder: product.placeholder,
});

const cents = (dollars: string): Cents => {
  const amount = parseDollars(dollars);
  if (amount === undefined) throw new RangeError(`${dollars} is not an amount of dollars`);
  return amount;
};

/** Builds the card of a product. @throws RangeError when an amount is malformed. */
export const toCard = (offer: OfferKind, product: Product): Card =>
  offer === 'affiliate' ? toAffiliateCard(product as AffiliateProduct) : toOpenBoxCard(product as OpenBoxProduct);

const toAffiliateCard = (product: AffiliateProduct): AffiliateCard => ({
  ...common(product),
  price_cents: cents(product.price),
  typical_price_cents: cents(product.typical_price),
  rate: product.rate,
  availability: product.availability,
  link: product.link,
});

const toOpenBoxCard = (product: OpenBoxProduct): OpenBoxCard => ({
  ...common(product),
  ...(Object.fromEntries(
    CONDITIONS.flatMap(({ key }) => [
      [`${key}_price_cents`, cents(product[priceField(key)])],
      [`${key}_quantity`, Number(product[quantityField(key)])],
    ]),
  ) as unknown as ConditionCardFields),
});

/**
 * Returns the sort price of a card in cents, 0 if it has none. The sort price of an open-box product is its lowest positive condition
 * price.
 */
export const SORT_PRICE = {
  affiliate: (card: AffiliateCard): Cents => card.price_cents,
  openBox: (card: OpenBoxCard): Cents => {
    const prices = CONDITIONS.map(({ key }) => card[`${key}_price_cents`]).filter((price) => price > 0);
    return (prices.length > 0 ? Math.min(...prices) : 0) as Cents;
  },
} as const;

import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import type { ConditionImages } from '#contract/products/condition-images.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { formatDollars, parseDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { MARKETPLACE_KEYS, mapMarketplaces } from '#contract/products/marketplaces.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import type { AffiliateFields, OpenBoxFields, Product, ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ProductConditionTable, ProductTable } from '../../storage/schema/catalog.ts';

/** Price and stock of one condition. */
export type ConditionOffer = Pick<ProductConditionTable, 'condition' | 'price_cents' | 'quantity'>;

/** Columns that hold what an administrator or an import sets. */
type FieldColumns = Omit<
  ProductTable,
  | 'shop'
  | 'id'
  | 'life'
  | 'identity'
  | 'external_id'
  | 'seq'
  | 'updated_at'
  | 'imagecount'
  | 'image_version'
  | 'placeholder'
  | 'condition_images'
  | 'card_digest'
>;

/** A product's fields as columns and condition rows. */
export interface StoredFields {
  readonly columns: FieldColumns;
  readonly conditions: readonly ConditionOffer[];
}

/** The columns of a product that shoppers see. */
export type ProductRow = Omit<ProductTable, 'external_id' | 'title_key' | 'sort_price_cents' | 'card_digest' | 'shop'>;

/** The columns of a `ProductRow`, for queries. */
export const PRODUCT_ROW_COLUMNS = [
  'id',
  'life',
  'identity',
  'seq',
  'updated_at',
  'title',
  'main_category',
  'category',
  'price_cents',
  'typical_price_cents',
  'rate',
  'availability',
  'link',
  'store',
  ...MARKETPLACE_KEYS,
  'barcode',
  'imagecount',
  'image_version',
  'placeholder',
  'condition_images',
  'description',
] as const satisfies readonly (keyof ProductRow)[];

const toCents = (dollars: string): Cents => {
  const cents = parseDollars(dollars);
  if (cents === undefined) throw new RangeError(`${dollars} is not an amount of dollars`);
  return cents;
};

const commonColumns = (fields: ProductFields) => ({
  title: fields.title,
  title_key: toTitleKey(fields.title),
  main_category: fields.main_category,
  category: fields.category,
  description: fields.description,
  barcode: fields.barcode,
});

const toConditions = (fields: OpenBoxFields): ConditionOffer[] =>
  CONDITIONS.map(({ key }) => ({
    condition: key,
    price_cents: toCents(fields[priceField(key)]),
    quantity: Number(fields[quantityField(key)]),
  }));

const TO_STORED = {
  affiliate: (fields: AffiliateFields): StoredFields => ({
    columns: {
      ...commonColumns(fields),
      price_cents: toCents(fields.price),
      typical_price_cents: toCents(fields.typical_price),
      sort_price_cents: toCents(fields.price),
      rate: fields.rate,
      availability: fields.availability,
      link: fields.link,
      store: '',
      ...mapMarketplaces(() => ''),
    },
    conditions: [],
  }),
  openBox: (fields: OpenBoxFields): StoredFields => {
    const conditions = toConditions(fields);
    const prices = conditions.map((offer) => offer.price_cents).filter((price) => price > 0);
    return {
      columns: {
        ...commonColumns(fields),
        price_cents: 0,
        typical_price_cents: 0,
        sort_price_cents: prices.length > 0 ? Math.min(...prices) : 0,
        rate: 0,
        availability: 'YES',
        link: '',
        store: fields.store,
        ...mapMarketplaces((key) => fields[key]),
      },
      conditions,
    };
  },
} as const;

/** Converts validated fields to columns. */
export function toStoredFields(offer: OfferKind, fields: ProductFields): StoredFields {
  return offer === 'affiliate'
    ? TO_STORED.affiliate(fields as AffiliateFields)
    : TO_STORED.openBox(fields as OpenBoxFields);
}

const commonFields = (row: Pick<ProductRow, 'title' | 'main_category' | 'category' | 'description' | 'barcode'>) => ({
  title: row.title,
  main_category: row.main_category,
  category: row.category,
  description: row.description,
  barcode: row.barcode,
});

type FieldRow = Omit<
  ProductRow,
  | 'id'
  | 'life'
  | 'identity'
  | 'seq'
  | 'updated_at'
  | 'imagecount'
  | 'image_version'
  | 'placeholder'
  | 'condition_images'
>;

const TO_FIELDS = {
  affiliate: (row: FieldRow): AffiliateFields => ({
    ...commonFields(row),
    price: formatDollars(row.price_cents as Cents),
    typical_price: formatDollars(row.typical_price_cents as Cents),
    rate: row.rate,
    availability: row.availability as 'YES' | 'NO',
    link: row.link,
  }),
  openBox: (row: FieldRow, conditions: readonly ConditionOffer[]): OpenBoxFields => {
    const byKey = new Map<ConditionKey, ConditionOffer>(conditions.map((offer) => [offer.condition, offer]));
    const pairs = CONDITIONS.flatMap(({ key }) => [
      [priceField(key), formatDollars((byKey.get(key)?.price_cents ?? 0) as Cents)],
      [quantityField(key), String(byKey.get(key)?.quantity ?? 0)],
    ]);
    return {
      ...commonFields(row),
      store: row.store,
      ...mapMarketplaces((key) => row[key]),
      ...(Object.fromEntries(pairs) as Pick<OpenBoxFields, ReturnType<typeof priceField | typeof quantityField>>),
    };
  },
} as const;

/** The reverse of `toStoredFields`. */
export const toFields = (offer: OfferKind, row: FieldRow, conditions: readonly ConditionOffer[]): ProductFields =>
  TO_FIELDS[offer](row, conditions);

/** Presents a row as a wire product. */
export function toProduct(
  offer: OfferKind,
  row: ProductRow,
  conditions: readonly ConditionOffer[],
  viewCount: number,
): Product {
  return {
    id: row.id,
    ...(row.life > 0 && { life: row.life }),
    ...(row.identity !== '' && { identity: row.identity }),
    ...toFields(offer, row, conditions),
    view_count: viewCount,
    imagecount: row.imagecount,
    image_version: row.image_version,
    placeholder: row.placeholder,
    ...(row.condition_images !== '' && { condition_images: JSON.parse(row.condition_images) as ConditionImages }),
    updated_at: new Date(row.updated_at).toISOString(),
    seq: row.seq,
  } as Product;
}

import { CONDITIONS, mapConditions, priceField, quantityField } from '#contract/products/conditions.ts';
import { MAX_RATE } from '#contract/limits.ts';
import type { Cents } from '#contract/money/money.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { SAMPLED_ROWS } from '#transfer/foreign/file-columns.ts';
import type { Mapping } from '#transfer/foreign/mapping.ts';
import { mapRows } from '#transfer/foreign/row-mapper.ts';
import type { ReadRow, SourceRow } from '#transfer/source-row.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

const NO_PRICE = 0 as Cents;
const SOLD_OUT = /^(?:0|no|n|false|out[\s_-]?of[\s_-]?stock|sold[\s_-]?out|unavailable)$/iu;

/** Returns the card that a row would have in the shop, before the server has checked it: unreadable values are left out. */
export function previewCard({ row, fields }: ReadRow, offer: OfferKind): WireCard {
  const text = (field: string): string => String(fields[field] ?? '').trim();
  const cents = (field: string): Cents => {
    const read = readAmount(text(field));
    return 'cents' in read ? read.cents : NO_PRICE;
  };
  const common = {
    id: row,
    seq: 0,
    life: 0,
    title: text('title'),
    main_category: text('main_category'),
    category: text('category'),
    imagecount: 0,
    image_version: 0,
    placeholder: '',
    view_count: 0,
  };
  if (offer === 'affiliate') {
    return {
      ...common,
      price_cents: cents('price'),
      typical_price_cents: cents('typical_price'),
      rate: Math.min(MAX_RATE, Math.max(0, Math.round(Number.parseFloat(text('rate').replace(',', '.')) || 0))),
      availability: SOLD_OUT.test(text('availability')) ? 'NO' : 'YES',
      link: text('link'),
    };
  }
  const byCondition = mapConditions(({ key }) => ({
    price: cents(priceField(key)),
    quantity: Number.parseInt(text(quantityField(key)), 10) || 0,
  }));
  const fieldsOfConditions = CONDITIONS.flatMap(({ key }) => [
    [`${key}_price_cents`, byCondition[key].price],
    [`${key}_quantity`, byCondition[key].quantity],
  ]);
  return { ...common, ...Object.fromEntries(fieldsOfConditions) } as WireCard;
}

/** Maximum number of products that are shown before an import. */
const MAX_CARDS = 5;

/** Returns the cards of the first products of a file, as a mapping makes them. */
export const previewCards = (rows: readonly SourceRow[], mapping: Mapping, offer: OfferKind): readonly WireCard[] =>
  mapRows(rows.slice(0, SAMPLED_ROWS), mapping, offer)
    .flatMap((row) => ('fields' in row ? [previewCard(row, offer)] : []))
    .slice(0, MAX_CARDS);

import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import { MARKETPLACE_KEYS } from '#contract/products/marketplaces.ts';
import type { MarketplaceKey } from '#contract/products/marketplaces.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AffiliateFields, OpenBoxFields, ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { CATALOGUE_NOTES } from './catalogue-notes.ts';

/** A row of a catalogue file, by the names in its header. */
export type CatalogueRow = Readonly<Record<string, string>>;

/** A demo product with the icons of its images and its view count. */
export interface DemoProduct {
  readonly fields: ProductFields;
  readonly icon: string;
  readonly accessory: string;
  readonly viewCount: number;
}

/** Builds the product that a catalogue row describes. */
export function toDemoProduct(offer: OfferKind, row: CatalogueRow): DemoProduct {
  const { title = '', main_category = '', category = '', icon = '', accessory = '', view_count = '0' } = row;
  const common = { title, main_category, category, description: describe(row) };
  return {
    fields: { ...PRODUCT_DEFAULTS[offer], ...common, ...OFFER_FIELDS[offer](row, title) },
    icon,
    accessory,
    viewCount: Number(view_count),
  };
}

const OFFER_FIELDS = {
  affiliate: (row: CatalogueRow, title: string): Partial<AffiliateFields> => ({
    price: row['price'] ?? '0',
    typical_price: row['typical_price'] ?? '0',
    rate: Number(row['rate']),
    availability: row['availability'] === 'NO' ? 'NO' : 'YES',
    link: `https://www.amazon.com/s?k=${encodeURIComponent(title)}`,
  }),
  openBox: (row: CatalogueRow, title: string): Partial<OpenBoxFields> => ({
    store: row['store'] ?? '',
    ...Object.fromEntries(
      MARKETPLACE_KEYS.filter((key) => row['markets']?.split(' ').includes(key)).map((key) => [
        key,
        MARKET_SEARCH[key] + encodeURIComponent(title),
      ]),
    ),
    ...Object.fromEntries(
      CONDITIONS.flatMap(({ key }) => {
        // A cell such as `129x3`: price and quantity.
        const [price = '', quantity = '0'] = (row[key] ?? '').split('x');
        return price === ''
          ? []
          : [
              [priceField(key), price],
              [quantityField(key), quantity],
            ];
      }),
    ),
  }),
} as const satisfies Record<OfferKind, unknown>;

const MARKET_SEARCH: Readonly<Record<MarketplaceKey, string>> = {
  ebay: 'https://www.ebay.com/sch/i.html?_nkw=',
  facebook_marketplace: 'https://www.facebook.com/marketplace/search/?query=',
  offer_up: 'https://offerup.com/search?q=',
  mercari_marketplaces: 'https://www.mercari.com/search/?keyword=',
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Builds a description from title, summary, facts (`name: value; …` in the file) and the note of the main category. */
function describe({ title = '', summary = '', facts = '', main_category = '' }: CatalogueRow): string {
  const items = facts.split('; ').map((fact) => {
    const colon = fact.indexOf(': ');
    return `<li><b>${escapeHtml(fact.slice(0, colon))}</b>: ${escapeHtml(fact.slice(colon + 2))}</li>`;
  });
  return (
    `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(summary)}</p>` +
    `<h3>At a glance</h3><ul>${items.join('')}</ul>${CATALOGUE_NOTES[main_category] ?? ''}`
  );
}

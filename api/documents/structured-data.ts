import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import { formatTwoDecimals, parseDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { AffiliateProduct, OpenBoxProduct, Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';

/** A node of schema.org in JSON-LD. */
export type Thing = Readonly<Record<string, unknown>> & { readonly '@type': string };

const SCHEMA = 'https://schema.org/';
const CURRENCY = 'USD';

/** Joins several things in one document. */
export const toGraph = (things: readonly Thing[]) => ({ '@context': 'https://schema.org', '@graph': things });

/** What a product's description needs besides the product. */
export interface ProductContext {
  readonly offer: OfferKind;
  /** The product's own address. */
  readonly url: string;
  readonly images: readonly string[];
  readonly description: string;
}

/** Describes a product with its offers. Without ratings: ours are an editor's, not customers'. */
export function describeProduct(product: Product, { offer, url, images, description }: ProductContext): Thing {
  const offers = OFFERS[offer](product).map((priced) => toOffer(priced, url));
  return {
    '@type': 'Product',
    name: product.title,
    sku: String(product.id),
    category: `${product.main_category} > ${product.category}`,
    url,
    ...(description !== '' && { description }),
    ...(images.length > 0 && { image: images }),
    ...(offers.length > 0 && { offers: offers.length === 1 ? offers[0] : toAggregate(offers) }),
  };
}

/** One price at which a product is sold. */
interface PricedOffer {
  readonly cents: Cents;
  readonly isInStock: boolean;
  readonly condition: 'NewCondition' | 'UsedCondition';
  readonly name?: string;
}

interface Offer extends Thing {
  readonly price: string;
  readonly availability: string;
  readonly itemCondition: string;
}

const centsOf = (dollars: string): Cents => parseDollars(dollars) ?? (0 as Cents);

/** A product without a link to its retailer has no offer. */
const affiliateOffers = ({ price, availability, link }: AffiliateProduct): PricedOffer[] =>
  link === '' ? [] : [{ cents: centsOf(price), isInStock: availability !== 'NO', condition: 'NewCondition' }];
const openBoxOffers = (product: OpenBoxProduct): PricedOffer[] =>
  CONDITIONS.map(({ key, label }) => ({
    cents: centsOf(product[priceField(key)]),
    isInStock: Number(product[quantityField(key)]) > 0,
    condition: 'UsedCondition',
    name: label,
  }));

/** The priced offers of a product. */
const OFFERS: Record<OfferKind, (product: Product) => PricedOffer[]> = {
  affiliate: (product) => affiliateOffers(product as AffiliateProduct).filter(({ cents }) => cents > 0),
  openBox: (product) => openBoxOffers(product as OpenBoxProduct).filter(({ cents }) => cents > 0),
};

const toOffer = ({ cents, isInStock, condition, name }: PricedOffer, url: string): Offer => ({
  '@type': 'Offer',
  ...(name !== undefined && { name }),
  price: formatTwoDecimals(cents),
  priceCurrency: CURRENCY,
  availability: SCHEMA + (isInStock ? 'InStock' : 'OutOfStock'),
  itemCondition: SCHEMA + condition,
  url,
});

/** Joins several conditions in one offer; its price range is that of those in stock, or of all when none is. */
function toAggregate(offers: readonly Offer[]): Thing {
  const inStock = offers.filter(({ availability }) => availability === `${SCHEMA}InStock`);
  const prices = (inStock.length > 0 ? inStock : offers).map(({ price }) => price);
  const byAmount = prices.toSorted((a, b) => Number(a) - Number(b));
  return {
    '@type': 'AggregateOffer',
    lowPrice: byAmount[0],
    highPrice: byAmount.at(-1),
    priceCurrency: CURRENCY,
    offerCount: offers.length,
    availability: SCHEMA + (inStock.length > 0 ? 'InStock' : 'OutOfStock'),
    itemCondition: offers[0]?.itemCondition,
    offers,
  };
}

/** Describes the path from a shop to a page. */
export const describeTrail = (steps: readonly { readonly name: string; readonly url: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
});

/** Describes the products of a list by their addresses; `first` is the position of the first one in the whole list. */
export const describeList = (urls: readonly string[], total: number, first: number): Thing => ({
  '@type': 'ItemList',
  numberOfItems: total,
  itemListElement: urls.map((url, index) => ({ '@type': 'ListItem', position: first + index, url })),
});

/** Describes the site and its search; `searchUrl` contains `{search_term_string}`. */
export const describeSite = (name: string, url: string, searchUrl: string): Thing => ({
  '@type': 'WebSite',
  name,
  url,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: searchUrl },
    'query-input': 'required name=search_term_string',
  },
});

import { MAX_LINK_NAME_LENGTH } from '../limits.ts';
import { parseProductId } from '../products/parse-product-id.ts';
import { findShopByPath } from './shop-path.ts';
import type { ShopRow } from '../shops.ts';
import { parseWholeNumber } from '../text/whole-number.ts';

/** A link to a product of ours in the text of a message. */
export interface ProductLink {
  /** The whole address. */
  readonly href: string;
  readonly shop: ShopRow;
  readonly id: number;
  /** The life that the sender saw; undefined in a link from an address bar, which means the product that has the id now. */
  readonly life: number | undefined;
  /** What the product was called; empty where the link does not say it. */
  readonly name: string;
}

/** The product of a new link. */
export interface LinkedProduct {
  readonly shop: Pick<ShopRow, 'path'>;
  readonly id: number;
  readonly life: number;
  readonly title: string;
}

const NOT_IN_NAME = /[^\p{L}\p{M}\p{N}.]+/gu;
/** A link that `writeProductLink` wrote, to any site: messages from before a move of the shop contain its former address. */
const WRITTEN = /https?:\/\/[^\s/?#]+\/[^\s/?#]*\?product=\d{1,10}&life=\d{1,10}#([^\s#]+)/g;

/** Returns the link to a product as messages contain it. Its fragment is the product's name, for plain text and for deleted products. */
export function writeProductLink(origin: string, { shop, id, life, title }: LinkedProduct): string {
  const name = toName(title).replaceAll(' ', '-');
  return `${origin}${shop.path}?product=${id}&life=${life}${name === '' ? '' : `#${name}`}`;
}

/** Reads an address as a link to a product of the shops at `origin`; undefined for any other address. */
export function readProductLink(href: string, origin: string): ProductLink | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  const shop = url.origin === origin ? findShopByPath(url.pathname) : undefined;
  const id = parseProductId(url.searchParams.get('product') ?? '');
  if (!shop || id === null) return undefined;
  return { href, shop, id, life: parseWholeNumber(url.searchParams.get('life') ?? ''), name: readName(url.hash) };
}

/** Replaces links of `writeProductLink` in a text by the names of their products, for places that show plain text. */
export const nameProductLinks = (text: string): string =>
  text.replace(WRITTEN, (link, fragment: string) => {
    const name = toName(fragment);
    return name === '' ? link : `[${name}]`;
  });

function readName(hash: string): string {
  try {
    return toName(decodeURIComponent(hash));
  } catch {
    return '';
  }
}

/** Reduces a title in any script to words that an address may contain; direction marks and line breaks cannot hide in it. */
const toName = (text: string): string =>
  [...text.replace(NOT_IN_NAME, ' ')]
    .slice(0, MAX_LINK_NAME_LENGTH)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');

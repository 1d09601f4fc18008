import { findRoute } from '#contract/screens/find-route.ts';
import { findShopByPath } from '#contract/screens/shop-path.ts';
import type { ShopRow } from '#contract/shops.ts';
import { expandUpcE, toBarcode } from '#contract/text/to-barcode.ts';
import type { FoundCode } from '#pwa/features/scanner/reader/found-code.ts';
import { findProductId } from '../routing/product-url.ts';

/** What a code means to the shops. */
export type CodeMeaning =
  /** A link to one of our products, as on shelf labels. */
  | { readonly is: 'product'; readonly shop: ShopRow; readonly id: number; readonly text: string }
  | { readonly is: 'barcode'; readonly barcode: string; readonly text: string }
  /** A link to another page of ours, such as a comparison. */
  | { readonly is: 'page'; readonly path: string; readonly text: string }
  /** A link to another site, or to an address of ours without a page. */
  | { readonly is: 'link'; readonly text: string }
  | { readonly is: 'text'; readonly text: string };

/** GS1's application identifier 01, the number of the article: in symbols, and in a Digital Link such as `https://id.gs1.org/01/09506000134352`. */
const GS1_NUMBER = /^(?:\(01\)|01)(\d{14})/;
const DIGITAL_LINK = /\/01\/(\d{8,14})(?:\/|$)/;

/** Returns what the most useful of several codes means: a product of ours, then a barcode, a page of ours, another link, a text. */
export function interpretCodes(codes: readonly FoundCode[], origin: string): CodeMeaning | undefined {
  const meanings = codes.map((code) => interpretCode(code, origin));
  const ranked = (['product', 'barcode', 'page', 'link', 'text'] as const).map((is) =>
    meanings.find((meaning) => meaning.is === is),
  );
  return ranked.find((meaning) => meaning !== undefined);
}

function interpretCode({ text, isUpcE }: FoundCode, origin: string): CodeMeaning {
  const plain = text.trim();
  const barcode = (isUpcE ? expandUpcE(plain) : undefined) ?? toBarcode(plain) ?? readGs1(plain);
  if (barcode !== undefined) return { is: 'barcode', barcode, text: plain };
  const url = /^https?:/i.test(plain) && URL.canParse(plain) ? new URL(plain) : undefined;
  if (!url) return { is: 'text', text: plain };
  if (url.origin === origin) return interpretOwnLink(url, plain);
  const linked = toBarcode(DIGITAL_LINK.exec(url.pathname)?.[1] ?? '');
  return linked === undefined ? { is: 'link', text: plain } : { is: 'barcode', barcode: linked, text: plain };
}

function interpretOwnLink({ pathname, search }: URL, text: string): CodeMeaning {
  const shop = findShopByPath(pathname);
  const id = shop ? findProductId(search) : null;
  if (shop && id !== null) return { is: 'product', shop, id, text };
  return findRoute(pathname).screen === 'not-found'
    ? { is: 'link', text }
    : { is: 'page', path: pathname + search, text };
}

function readGs1(text: string): string | undefined {
  return toBarcode(GS1_NUMBER.exec(text)?.[1] ?? '');
}

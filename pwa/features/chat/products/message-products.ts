import { MAX_MESSAGE_PRODUCTS } from '#contract/limits.ts';
import { readProductLink } from '#contract/screens/product-link.ts';
import type { ProductLink } from '#contract/screens/product-link.ts';
import { listLinkParts } from '../thread/link-parts.ts';

/** A message's products, and its text without the lines that contain only links to them. */
export interface SplitMessage {
  readonly text: string;
  /** Each product once, at most `MAX_MESSAGE_PRODUCTS`; links beyond them stay in the text. */
  readonly products: readonly ProductLink[];
}

/** Returns the text of a message with its attached products, each on a line of its own. */
export const withProducts = (content: string, products: readonly string[]): string =>
  [content.trim(), ...products].filter((part) => part !== '').join('\n');

/** Finds the products of the shops at `origin` in a message. A link within a sentence also stays in the text: the sentence needs it. */
export function splitMessage(message: string, origin: string): SplitMessage {
  const products = new Map<string, ProductLink>();
  const kept = message.split('\n').filter((line) => {
    const parts = listLinkParts(line).filter(({ text }) => text.trim() !== '');
    const links = parts.map(({ href }) => (href === undefined ? undefined : readProductLink(href, origin)));
    let isShown = links.length > 0;
    for (const link of links) {
      const key = link && keyOf(link);
      if (link && key !== undefined && products.size < MAX_MESSAGE_PRODUCTS) products.set(key, link);
      isShown &&= key !== undefined && products.has(key);
    }
    return !isShown;
  });
  return { text: kept.join('\n').trim(), products: [...products.values()] };
}

/** Returns the products that a draft's links lead to, each once. Other links, which storage might contain, are left out. */
export const readDraftProducts = (links: readonly string[], origin: string): readonly ProductLink[] =>
  splitMessage(links.join('\n'), origin).products;

/** Identifies a product of a message. */
export const keyOf = ({ shop, id, life }: ProductLink): string => `${shop.key} ${id} ${life ?? ''}`;

import { findOwnImage, findWebAddress } from '#contract/text/description-addresses.ts';
import { BLOCK_TAGS, INLINE_TAGS, MAX_TEXT_DEPTH, VOID_TAGS } from '#contract/text/rich-text.ts';
import { parseTextStyle } from '#contract/text/text-style.ts';
import type { TextStyle } from '#contract/text/text-style.ts';
import { tokenizeHtml } from '#contract/text/html-tokens.ts';
import type { HtmlToken } from '#contract/text/html-tokens.ts';

type ElementTag = (typeof INLINE_TAGS)[number] | (typeof BLOCK_TAGS)[number] | (typeof VOID_TAGS)[number];
const isOneOf = <T extends string>(tags: readonly T[], tag: string): tag is T =>
  (tags as readonly string[]).includes(tag);

export interface HtmlElement {
  readonly tag: ElementTag;
  /** Of a link: an http or https address, nothing else. */
  readonly href?: string;
  /** Of a text: its size and font. */
  readonly style?: TextStyle;
  /** Of an image: a path in the shop's image folder, and its texts. */
  readonly image?: { readonly src: string; readonly alt: string; readonly title?: string };
  readonly children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

/** Parses an HTML text into a tree that holds nothing but allowed tags and text styles, texts, web addresses and images of the shop. */
export const parseHtml = (html: string): HtmlNode[] => parseTokens(tokenizeHtml(html));

/** Builds the tree of a text that is already split into tokens. */
export function parseTokens(tokens: Iterable<HtmlToken>): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: OpenElement[] = [];
  const append = (node: HtmlNode): unknown => (open.at(-1)?.element.children ?? root).push(node);

  for (const token of tokens) {
    if (token.type === 'text') append(token.text);
    else if (token.type === 'close') closeElement(open, token.tag);
    else {
      closeImplied(open, token.tag);
      const element = toElement(token);
      if (element === undefined || element === '' || open.length >= MAX_TEXT_DEPTH) continue;
      append(element);
      if (typeof element !== 'string' && !isOneOf(VOID_TAGS, element.tag)) open.push({ tag: token.tag, element });
    }
  }
  return root;
}

function toElement({ tag, attributes }: HtmlToken & { type: 'open' }): HtmlElement | string | undefined {
  if (tag === 'img') return toImage(attributes);
  if (isOneOf(INLINE_TAGS, tag)) {
    const style = parseTextStyle(attributes.get('style'));
    const styled = { ...(Object.keys(style).length > 0 && { style }), children: [] };
    if (tag !== 'a') return { tag, ...styled };
    const href = findWebAddress(attributes.get('href'));
    return href === undefined ? { tag: 'span', ...styled } : { tag, href, ...styled };
  }
  if (isOneOf(BLOCK_TAGS, tag) || isOneOf(VOID_TAGS, tag)) return { tag, children: [] };
  return undefined;
}

/** Returns an image of the shop; for any other image, only its alternative text. */
function toImage(attributes: ReadonlyMap<string, string>): HtmlElement | string {
  const alt = attributes.get('alt') ?? '';
  const title = attributes.get('title');
  const src = findOwnImage(attributes.get('src'));
  if (src === undefined) return alt;
  return { tag: 'img', image: { src, alt, ...(title && { title }) }, children: [] };
}

/** An element that is not closed yet, under its tag in the text: a link without a usable address is a span in the tree. */
interface OpenElement {
  readonly tag: string;
  readonly element: HtmlElement;
}

function closeElement(open: OpenElement[], tag: string): void {
  const index = open.findLastIndex((element) => element.tag === tag);
  if (index >= 0) open.length = index;
}

/** Closes what a new element ends implicitly: a block ends a paragraph, an item ends the previous one of its list, a link ends a link. */
function closeImplied(open: OpenElement[], tag: string): void {
  if (isOneOf(BLOCK_TAGS, tag) || tag === 'hr') closeElement(open, 'p');
  if (tag === 'li') {
    const item = open.findLastIndex((element) => element.tag === 'li');
    const list = open.findLastIndex((element) => element.tag === 'ul' || element.tag === 'ol');
    if (item > list) open.length = item;
  }
  if (tag === 'a') closeElement(open, 'a');
}

import { tokenizeHtml } from './html-tokens.ts';
import type { HtmlToken } from './html-tokens.ts';

/** Elements that a description may have. Others are left out; their text stays. */
const INLINE = ['b', 'strong', 'i', 'em', 'u', 's', 'code', 'a', 'span'] as const;
const BLOCK = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'div'] as const;
const VOID = ['br', 'hr'] as const;
/** Deeper nesting than any real text has is drawn flat. */
const MAX_DEPTH = 40;

type ElementTag = (typeof INLINE)[number] | (typeof BLOCK)[number] | (typeof VOID)[number];
const isOneOf = <T extends string>(tags: readonly T[], tag: string): tag is T =>
  (tags as readonly string[]).includes(tag);

export interface HtmlElement {
  readonly tag: ElementTag;
  /** Of a link: an http or https address, nothing else. */
  readonly href?: string;
  readonly children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

/** The allowed elements of an HTML text as a tree. Whatever comes in, nothing but these tags, texts and web addresses comes out. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: HtmlElement[] = [];
  const append = (node: HtmlNode): unknown => (open.at(-1)?.children ?? root).push(node);

  for (const token of tokenizeHtml(html)) {
    if (token.type === 'text') append(token.text);
    else if (token.type === 'close') closeElement(open, token.tag);
    else {
      closeImplied(open, token.tag);
      const element = toElement(token);
      if (element === undefined || open.length >= MAX_DEPTH) continue;
      append(element);
      if (!isOneOf(VOID, element.tag)) open.push(element);
    }
  }
  return root;
}

function toElement({ tag, attributes }: HtmlToken & { type: 'open' }): HtmlElement | undefined {
  if (tag === 'a') {
    const href = findWebAddress(attributes.get('href'));
    return href === undefined ? { tag: 'span', children: [] } : { tag, href, children: [] };
  }
  if (isOneOf(INLINE, tag) || isOneOf(BLOCK, tag) || isOneOf(VOID, tag)) return { tag, children: [] };
  return undefined;
}

function findWebAddress(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

function closeElement(open: HtmlElement[], tag: string): void {
  // A link without a usable address stands in the tree as a span.
  const matches = (element: HtmlElement): boolean => element.tag === tag || (tag === 'a' && element.tag === 'span');
  const index = open.findLastIndex(matches);
  if (index >= 0) open.length = index;
}

/** What a new element ends by itself: a block ends an open paragraph, an item the item before it in the same list. */
function closeImplied(open: HtmlElement[], tag: string): void {
  if (isOneOf(BLOCK, tag) || tag === 'hr') closeElement(open, 'p');
  if (tag === 'li') {
    const item = open.findLastIndex((element) => element.tag === 'li');
    const list = open.findLastIndex((element) => element.tag === 'ul' || element.tag === 'ol');
    if (item > list) open.length = item;
  }
  if (tag === 'a') closeElement(open, 'a');
}

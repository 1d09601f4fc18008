import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import { parseTextStyle } from '#contract/text/text-style.ts';
import { tokenizeHtml } from '#pwa/ui/html/html-tokens.ts';
import type { HtmlToken } from '#pwa/ui/html/html-tokens.ts';
import { parseTokens } from '#pwa/ui/html/html-tree.ts';
import type { HtmlNode } from '#pwa/ui/html/html-tree.ts';
import { MsWordLists } from './ms-word-lists.ts';

type OpenToken = Extract<HtmlToken, { type: 'open' }>;

export interface Pasted {
  readonly nodes: HtmlNode[];
  /** Pictures that were left out: they are not the shop's own. */
  readonly droppedImages: number;
}

const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'wbr', 'area', 'base', 'source']);
const BOLD_TAGS = new Set(['b', 'strong']);
const NONE: ReadonlyMap<string, string> = new Map();
const open = (tag: string, attributes = NONE): OpenToken => ({ type: 'open', tag, attributes });
const close = (tag: string): HtmlToken => ({ type: 'close', tag });

/**
 * What a clipboard's HTML says, as a tree of allowed elements. Word, Google Docs and web pages write formats as styles: those become
 * elements, and nothing but size and font stays of a style. Pictures of `ownOrigin` stay.
 */
export function cleanPasted(html: string, ownOrigin: string): Pasted {
  let droppedImages = 0;
  const onDropped = (): void => void (droppedImages += 1);
  const nodes = parseTokens(new MsWordLists().rewrite(toElements(tokenizeHtml(html), ownOrigin, onDropped)));
  return { nodes, droppedImages };
}

/** Characters that no description may have: nobody would see them, nor find them when the form is refused. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** What a clipboard holds without control characters and halves of letters. */
export const dropControlCharacters = (text: string): string => text.replaceAll(UNWRITABLE, '').toWellFormed();

function* toElements(tokens: Iterable<HtmlToken>, ownOrigin: string, onDropped: () => void): Generator<HtmlToken> {
  /** Open elements, each with the names under which it was passed on. */
  const opened: { readonly tag: string; readonly names: readonly string[] }[] = [];
  for (const token of tokens) {
    if (token.type === 'text') yield token;
    else if (token.type === 'close') {
      const index = opened.findLastIndex(({ tag }) => tag === token.tag);
      if (index < 0) continue;
      // What is still open inside of it is closed with it.
      for (const { names } of opened.splice(index).toReversed()) yield* names.toReversed().map(close);
    } else if (token.tag === 'img') {
      const image = toOwnImage(token, ownOrigin);
      if (image) yield image;
      else onDropped();
    } else if (VOID.has(token.tag)) yield token;
    else {
      const passed = [...rewrite(token)];
      yield* passed;
      opened.push({ tag: token.tag, names: passed.map(({ tag }) => tag) });
    }
  }
}

/** An element and those that its style stands for. */
function* rewrite(token: OpenToken): Generator<OpenToken> {
  const style = readStyle(token.attributes.get('style'));
  const weight = style.get('font-weight') ?? '';
  const isPlain = /^(?:normal|[1-4]00|lighter)$/.test(weight);
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  // Google Docs wraps all it copies into a <b> that is not bold.
  yield BOLD_TAGS.has(token.tag) && isPlain ? open('span') : token;
  if (!BOLD_TAGS.has(token.tag) && /^(?:bold|bolder|[6-9]00)$/.test(weight)) yield open('strong');
  if (style.get('font-style') === 'italic') yield open('em');
  if (decoration.includes('underline') && token.tag !== 'a') yield open('u');
  if (decoration.includes('line-through')) yield open('s');
  if (style.get('vertical-align') === 'super') yield open('sup');
  if (style.get('vertical-align') === 'sub') yield open('sub');
  const text = toTextStyle(style);
  if (text !== '') yield open('span', new Map([['style', text]]));
}

/** Sizes of units; the editor's own texts are in rem. */
const UNITS_PX: Partial<Record<string, number>> = { pt: 4 / 3, rem: DEFAULT_TEXT_SIZE };

/** Size and font of a style as a description may have them; the size that text has anyway is left out. */
function toTextStyle(style: ReadonlyMap<string, string>): string {
  const [, number, unit] = /^([\d.]+)(px|pt|rem)$/.exec(style.get('font-size') ?? '') ?? [];
  const sizePx = Math.round(Number(number) * (UNITS_PX[unit ?? ''] ?? 1));
  const parts = [];
  if (sizePx > 0 && sizePx !== DEFAULT_TEXT_SIZE) parts.push(`font-size:${sizePx}px`);
  const family = style.get('font-family');
  if (family !== undefined && parseTextStyle(`font-family:${family}`).font) parts.push(`font-family:${family}`);
  return parts.join(';');
}

function readStyle(style: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of (style ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) {
      found.set(
        declaration.slice(0, colon).trim().toLowerCase(),
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
    }
  }
  return found;
}

/** A picture of the shop, by its path: copied from a page of the shop it has its whole address. */
function toOwnImage({ attributes }: OpenToken, ownOrigin: string): OpenToken | undefined {
  const src = attributes.get('src') ?? '';
  if (!URL.canParse(src, ownOrigin)) return undefined;
  const { origin, pathname } = new URL(src, ownOrigin);
  if (origin !== ownOrigin || !pathname.startsWith('/images/')) return undefined;
  return open('img', new Map([...attributes, ['src', pathname]]));
}

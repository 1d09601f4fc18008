import { DEFAULT_TEXT_SIZE } from '#contract/text/rich-text.ts';
import { parseTextStyle } from '#contract/text/text-style.ts';
import { tokenizeHtml } from '#contract/text/html-tokens.ts';
import type { HtmlToken } from '#contract/text/html-tokens.ts';
import { keepSeparations } from '#contract/text/keep-separations.ts';
import { parseTokens } from '#pwa/ui/html/html-tree.ts';
import type { HtmlNode } from '#pwa/ui/html/html-tree.ts';
import { MsWordLists } from './ms-word-lists.ts';

type OpenToken = Extract<HtmlToken, { type: 'open' }>;

export interface Pasted {
  readonly nodes: HtmlNode[];
  /** Number of removed images: those that are not the shop's own. */
  readonly droppedImages: number;
}

const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'wbr', 'area', 'base', 'source']);
const BOLD_TAGS = new Set(['b', 'strong']);
const NONE: ReadonlyMap<string, string> = new Map();
const open = (tag: string, attributes = NONE): OpenToken => ({ type: 'open', tag, attributes });
const close = (tag: string): HtmlToken => ({ type: 'close', tag });

/**
 * Converts a clipboard's HTML to a tree of allowed elements. Word, Google Docs and web pages write formats as styles: these become
 * elements, and only size and font remain as styles. Tables become lines. Only images under `/images/` of `ownOrigin` are kept.
 */
export function cleanPasted(html: string, ownOrigin: string): Pasted {
  let droppedImages = 0;
  const onDropped = (): void => void (droppedImages += 1);
  const elements = toElements(tokenizeHtml(html), ownOrigin, onDropped);
  const nodes = parseTokens(keepSeparations(new MsWordLists().rewrite(elements)));
  return { nodes, droppedImages };
}

/** Characters that descriptions must not contain. They are removed because an administrator could not see them in a rejected form. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Removes control characters and makes the text well-formed (no lone surrogates). */
export const dropControlCharacters = (text: string): string => text.replaceAll(UNWRITABLE, '').toWellFormed();

function* toElements(tokens: Iterable<HtmlToken>, ownOrigin: string, onDropped: () => void): Generator<HtmlToken> {
  /** Open elements of the source, each with the tags of the elements emitted for it. */
  const opened: { readonly tag: string; readonly emittedTags: readonly string[] }[] = [];
  for (const token of tokens) {
    if (token.type === 'text') yield token;
    else if (token.type === 'close') {
      const index = opened.findLastIndex(({ tag }) => tag === token.tag);
      if (index < 0) continue;
      // Closing an element also closes the elements that are still open inside it.
      for (const { emittedTags } of opened.splice(index).toReversed()) yield* emittedTags.toReversed().map(close);
    } else if (token.tag === 'img') {
      const image = toOwnImage(token, ownOrigin);
      if (image) yield image;
      else onDropped();
    } else if (VOID.has(token.tag)) yield token;
    else {
      const emitted = [...rewrite(token)];
      yield* emitted;
      opened.push({ tag: token.tag, emittedTags: emitted.map(({ tag }) => tag) });
    }
  }
}

/** Yields an element and the elements that express its style. */
function* rewrite(token: OpenToken): Generator<OpenToken> {
  const style = readStyle(token.attributes.get('style'));
  const weight = style.get('font-weight') ?? '';
  const isPlain = /^(?:normal|[1-4]00|lighter)$/.test(weight);
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  // Google Docs wraps copied content in a <b> that is not bold.
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

/** Pixels per unit; text copied from the editor is in rem. */
const UNITS_PX: Partial<Record<string, number>> = { pt: 4 / 3, rem: DEFAULT_TEXT_SIZE };

/** Returns the size in px, unless it is the default, and the font, if descriptions allow it; drops all other declarations. */
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
  const declarations = new Map<string, string>();
  for (const declaration of (style ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) {
      declarations.set(
        declaration.slice(0, colon).trim().toLowerCase(),
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
    }
  }
  return declarations;
}

/** Returns an image of the shop with its path as `src`; content copied from the shop's pages has full URLs. */
function toOwnImage({ attributes }: OpenToken, ownOrigin: string): OpenToken | undefined {
  const src = attributes.get('src') ?? '';
  if (!URL.canParse(src, ownOrigin)) return undefined;
  const { origin, pathname } = new URL(src, ownOrigin);
  if (origin !== ownOrigin || !pathname.startsWith('/images/')) return undefined;
  return open('img', new Map([...attributes, ['src', pathname]]));
}

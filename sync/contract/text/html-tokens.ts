import { decodeEntities } from './html-entities.ts';
import { SKIPPED_TAGS } from './rich-text.ts';

/** A token of an HTML text. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly tag: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly tag: string };

const SKIPPED = new Set(SKIPPED_TAGS);
const TAG_NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /\s*([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

/**
 * Splits an HTML text into tokens in one pass and accepts any input, as browsers do. Comments, declarations and skipped elements
 * yield nothing; an unfinished tag at the end of the text is dropped. `decode` turns entities of texts and values into
 * characters; pass the identity function when the result is parsed as HTML again.
 */
export function* tokenizeHtml(html: string, decode = decodeEntities): Generator<HtmlToken> {
  const text = (raw: string): HtmlToken => ({ type: 'text', text: decode(raw) });
  let position = 0;
  while (position < html.length) {
    const start = html.indexOf('<', position);
    if (start < 0) return void (yield text(html.slice(position)));
    const after = html[start + 1] ?? '';
    if (!/[a-z/!?]/i.test(after)) {
      yield text(html.slice(position, start + 1));
      position = start + 1;
      continue;
    }
    if (start > position) yield text(html.slice(position, start));
    if (html.startsWith('<!--', start)) {
      position = endOf(html, '-->', start + 4);
      continue;
    }
    const isClosing = after === '/';
    const tag = matchAt(TAG_NAME, html, start + (isClosing ? 2 : 1))?.[0].toLowerCase();
    if (tag === undefined) {
      position = endOf(html, '>', start + 2);
      continue;
    }
    const nameEnd = start + (isClosing ? 2 : 1) + tag.length;
    const end = tagEnd(html, nameEnd);
    if (end < 0) return;
    position = end + 1;
    if (isClosing) yield { type: 'close', tag };
    else if (SKIPPED.has(tag)) position = endOfElement(html, tag, position);
    else yield { type: 'open', tag, attributes: readAttributes(html.slice(nameEnd, end), decode) };
  }
}

function matchAt(pattern: RegExp, html: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(html);
}

/** Returns the position after the closing delimiter; the end of the text when there is none. */
function endOf(html: string, delimiter: string, from: number): number {
  const found = html.indexOf(delimiter, from);
  return found < 0 ? html.length : found + delimiter.length;
}

/** Returns the position of the `>` that ends a tag, past quoted values; -1 when the text ends first. */
function tagEnd(html: string, from: number): number {
  let quote = '';
  for (let position = from; position < html.length; position += 1) {
    const char = html.charAt(position);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '>') return position;
    else if ((char === '"' || char === "'") && /=\s*$/.test(html.slice(Math.max(from, position - 8), position))) {
      quote = char;
    }
  }
  return -1;
}

function endOfElement(html: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}[\\s/>]`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found === null ? html.length : endOf(html, '>', found.index);
}

function readAttributes(source: string, decode: (raw: string) => string): Map<string, string> {
  const attributes = new Map<string, string>();
  let position = 0;
  while (position < source.length) {
    const match = matchAt(ATTRIBUTE, source, position);
    if (match === null) {
      position += 1;
      continue;
    }
    position += match[0].length;
    const name = (match[1] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, decode(match[2] ?? match[3] ?? match[4] ?? ''));
  }
  return attributes;
}

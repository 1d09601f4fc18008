import { decodeEntities } from '#contract/text/html-entities.ts';

/** Elements whose content is not readable text. */
const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math', 'title', 'textarea']);
/** Elements that may occur inside a word. */
const INLINE = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'a',
  'span',
  'font',
  'code',
  'small',
  'sub',
  'sup',
  'mark',
]);
const BLOCK_END = '\n';
const TAG_NAME = /\/?([a-z][a-z0-9]*)/iy;

/** Returns the text of HTML in one line, with separated blocks, cut at a word's end. Reads only as much of the HTML as needed, once. */
export function htmlToText(html: string, maxLength: number): string {
  const pieces: string[] = [];
  let length = 0;
  let position = 0;
  // Twice the wanted length: white space is collapsed later, and entities become shorter.
  while (position < html.length && length < 2 * maxLength) {
    const start = html.indexOf('<', position);
    const text = html.slice(position, start < 0 ? undefined : start).replaceAll(/\s+/g, ' ');
    pieces.push(text);
    length += text.trim().length;
    if (start < 0) break;
    const name = tagNameAt(html, start);
    position = skipMarkup(html, start, name);
    if (position === start) {
      pieces.push('<');
      position += 1;
    } else if (!INLINE.has(name)) pieces.push(BLOCK_END);
  }
  return shorten(joinBlocks(decodeEntities(pieces.join(''))), maxLength);
}

/** Joins blocks in one line, with a middle dot after one that does not end like a sentence. */
function joinBlocks(text: string): string {
  const blocks = text.split(BLOCK_END).map((block) => block.replaceAll(/\s+/g, ' ').trim());
  return blocks
    .filter((block) => block !== '')
    .map((block) => (/[.!?:;,…]$/.test(block) ? `${block} ` : `${block} · `))
    .join('')
    .replace(/(?: ·)? $/, '');
}

/** Returns the name of the element that a tag at `start` opens or closes; empty for anything else. */
function tagNameAt(html: string, start: number): string {
  TAG_NAME.lastIndex = start + 1;
  return TAG_NAME.exec(html)?.[1]?.toLowerCase() ?? '';
}

/** Returns the position after a tag, a comment or an element without text; `start` when none begins there. */
function skipMarkup(html: string, start: number, name: string): number {
  if (html.startsWith('<!--', start)) return endOf(html, '-->', start + 4);
  const next = html[start + 1] ?? '';
  if (!/[a-z/!?]/i.test(next)) return start;
  if (next === '/' || !SKIPPED.has(name)) return endOf(html, '>', start + 1);
  const closing = new RegExp(`</${name}[^a-z0-9]`, 'gi');
  closing.lastIndex = start;
  const found = closing.exec(html);
  return found ? endOf(html, '>', found.index) : html.length;
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

/** Cuts a text at a word's end, with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/[\uFFFD\s,;:.·–-]+$/u, '')}…`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML and XML, between tags and in attributes. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** Serializes to JSON that can neither end its script element nor open a comment there. */
export const toScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

import { tokenizeHtml } from './html-tokens.ts';
import type { HtmlToken } from './html-tokens.ts';

/** A key and its value in a description, such as "Power" and "65 W". */
export interface Fact {
  readonly key: string;
  readonly value: string;
}

/** A longer key is a sentence with a colon in it. */
const MAX_KEY_LENGTH = 60;
const BOLD_TAGS = new Set(['b', 'strong']);
/** Elements that end a line of text. All others, such as links, are part of it. */
const LINE_TAGS = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre section article table thead tbody tfoot tr td th dl dt dd'.split(
    ' ',
  ),
);

interface Piece {
  readonly text: string;
  readonly isBold: boolean;
}

/** Where a line of text is: what may separate a key from its value depends on it. */
type Place = 'text' | 'item' | 'cell' | 'term' | 'definition';
const PLACES: Readonly<Record<string, Place>> = { li: 'item', td: 'cell', th: 'cell', dt: 'term', dd: 'definition' };

/** Reads the facts of a description from tables, definition lists, items such as "Key: value" and lines with a bold key; accepts any text. */
export function readFacts(html: string): Fact[] {
  const reader = new FactReader();
  for (const token of tokenizeHtml(html)) reader.read(token);
  return reader.finish();
}

class FactReader {
  readonly #values = new Map<string, { readonly key: string; readonly values: string[] }>();
  #place: Place = 'text';
  #boldDepth = 0;
  #line: Piece[] = [];
  #cells: string[] = [];
  #terms: string[] = [];
  #isDefined = false;

  read(token: HtmlToken): void {
    if (token.type === 'text') this.#line.push({ text: token.text, isBold: this.#boldDepth > 0 });
    else if (BOLD_TAGS.has(token.tag))
      this.#boldDepth = Math.max(0, this.#boldDepth + (token.type === 'open' ? 1 : -1));
    else if (LINE_TAGS.has(token.tag)) this.#readLineTag(token.tag, token.type === 'open');
  }

  finish(): Fact[] {
    this.#endLine();
    this.#endRow();
    return [...this.#values.values()].map(({ key, values }) => ({ key, value: values.join('; ') }));
  }

  #readLineTag(tag: string, isOpening: boolean): void {
    this.#endLine();
    if (tag === 'tr' || tag === 'table') this.#endRow();
    if (tag === 'dl') this.#terms = [];
    const place = PLACES[tag];
    if (place === undefined) return;
    // Bold text whose `</b>` is missing ends with its item or cell.
    this.#boldDepth = 0;
    this.#place = isOpening ? place : 'text';
    if (isOpening && place === 'cell') this.#cells.push('');
  }

  #endLine(): void {
    const pieces = this.#line;
    this.#line = [];
    const text = plain(pieces.map((piece) => piece.text).join(''));
    if (text === '') return;
    if (this.#place === 'cell') this.#cells.push([this.#cells.pop(), text].filter(Boolean).join(' '));
    else if (this.#place === 'term') this.#addTerm(text);
    else if (this.#place === 'definition') this.#define(text);
    else {
      const fact = splitBold(pieces) ?? (this.#place === 'item' ? splitAtColon(text) : undefined);
      if (fact) this.#add(fact.key, fact.value);
    }
  }

  #endRow(): void {
    const [key = '', ...values] = this.#cells;
    this.#cells = [];
    this.#add(key, values.filter((value) => value !== '').join(', '));
  }

  /** Terms that directly follow each other share their definitions. */
  #addTerm(text: string): void {
    this.#terms = this.#isDefined ? [text] : [...this.#terms, text];
    this.#isDefined = false;
  }

  #define(text: string): void {
    this.#isDefined = true;
    for (const term of this.#terms) this.#add(term, text);
  }

  #add(rawKey: string, value: string): void {
    const key = rawKey.replace(/\s*[:：]\s*$/u, '');
    if (!isKey(key) || value === '') return;
    const known = this.#values.get(factName(key)) ?? { key, values: [] };
    this.#values.set(factName(key), known);
    if (!known.values.includes(value)) known.values.push(value);
  }
}

/** Returns the form in which keys are compared: the text without case, hyphens and repeated spaces. */
export const factName = (key: string): string => comparableText(key.replaceAll(/[-_‐‑–]/g, ' '));

/** Returns the form in which values are compared: the text without case and repeated spaces. */
export const comparableText = (text: string): string => plain(text.normalize('NFKC').toLowerCase());

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isKey = (text: string): boolean =>
  text !== '' && [...text].length <= MAX_KEY_LENGTH && /[\p{L}\p{N}]/u.test(text);

/** Splits a line that begins with bold text and a colon or a dash, inside the bold text or after it. */
function splitBold(pieces: readonly Piece[]): Fact | undefined {
  const first = pieces.findIndex(({ text }) => text.trim() !== '');
  const rest = pieces.slice(Math.max(first, 0));
  const end = rest.findIndex(({ text, isBold }) => !isBold && text.trim() !== '');
  if (end < 1) return undefined;
  const join = (part: readonly Piece[]): string => plain(part.map(({ text }) => text).join(''));
  const lead = join(rest.slice(0, end));
  const [, separator = '', value = ''] = /^([:：–—-]?)\s*(.*)$/su.exec(join(rest.slice(end))) ?? [];
  return separator !== '' || /[:：]$/u.test(lead) ? { key: lead, value } : undefined;
}

/** Splits "Key: value". A colon without a space after it is part of a ratio, a time or a link. */
function splitAtColon(text: string): Fact | undefined {
  const [, key = '', value = ''] = /^([^:：]+)(?::\s|：)\s*(.+)$/su.exec(text) ?? [];
  return key === '' ? undefined : { key: plain(key), value: plain(value) };
}

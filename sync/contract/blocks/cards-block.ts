import type { OfferKind } from '../shops.ts';
import { apartColumnsOf, CARD_COLUMNS, sortCards } from './card.ts';
import type { Card } from './card.ts';
import { encodeColumnBlock } from './column-block.ts';
import {
  decodeCents,
  decodeLines,
  decodeLinesOf,
  decodeRelative,
  decodeUints,
  decodeWords,
  encodeCents,
  encodeLines,
  encodeRelative,
  encodeUints,
  encodeWords,
  joinParts,
  splitParts,
} from './columns.ts';
import type { ColumnKind } from './columns.ts';
import { SNAPSHOT_FORMAT } from './snapshot-format.ts';

/** A run of rows of one category. */
export interface CategoryRun {
  readonly mainCategory: string;
  readonly category: string;
  readonly rows: number;
}

/** A cards block as columns; rows are ordered by run, within a run by title key and id. */
export interface CardColumns {
  readonly offer: OfferKind;
  readonly rows: number;
  readonly shelves: readonly CategoryRun[];
  /** Names of the columns that have blocks of their own; any other column of kind `apart` is empty in every row. */
  readonly apart: readonly string[];
  readonly numbers: Readonly<Record<string, Uint32Array<ArrayBuffer>>>;
  /** As byte text, joined by line feeds. */
  readonly titles: string;
  readonly words: Readonly<Record<string, { words: string[]; places: Uint32Array<ArrayBuffer> }>>;
}

interface Header {
  format: number;
  offer: OfferKind;
  rows: number;
  shelves: [mainCategory: string, category: string, rows: number][];
  columns: string[];
  apart: string[];
}

const encoder = new TextEncoder();

/**
 * Encodes cards as a cards block and separate blocks for some columns, listed in the order in which a device fetches them. The bytes do not
 * depend on the order of the given cards. @throws RangeError for a value that its column cannot hold.
 */
export function encodeCards(offer: OfferKind, cards: readonly Card[]) {
  const sorted = sortCards(cards);
  const shelves: Header['shelves'] = [];
  for (const card of sorted) {
    const last = shelves.at(-1);
    if (last && last[0] === card.main_category && last[1] === card.category) last[2] += 1;
    else shelves.push([card.main_category, card.category, 1]);
  }
  const columns = Object.entries<ColumnKind>(CARD_COLUMNS[offer]).filter(([, kind]) => kind !== 'apart');
  const apart = apartColumnsOf(offer).flatMap((name) => {
    const bytes = encodeColumnBlock(offer, name, sorted);
    return bytes ? { name, bytes } : [];
  });
  const header: Header = {
    format: SNAPSHOT_FORMAT,
    offer,
    rows: sorted.length,
    shelves,
    columns: columns.map(([name]) => name),
    apart: apart.map(({ name }) => name),
  };
  const ids = sorted.map((card) => card.id);
  const parts = columns.map(([name, kind]) => encodeColumn(kind, sorted, name, ids));
  return { cards: joinParts([encoder.encode(JSON.stringify(header)), joinParts(parts)]), columns: apart };
}

function encodeColumn(kind: ColumnKind, cards: readonly Card[], name: string, ids: readonly number[]): Uint8Array {
  const values = cards.map((card) => (card as unknown as Record<string, unknown>)[name]);
  switch (kind) {
    case 'uint':
      return encodeUints(values as number[]);
    case 'nearId':
      return encodeRelative(values as number[], ids);
    case 'cents':
      return encodeCents(values as number[]);
    case 'lines':
    case 'apart':
      return encodeLines(values as string[]);
    case 'words':
      return encodeWords(values as string[]);
  }
}

/** Decodes a cards block into columns. @throws RangeError, SyntaxError or TypeError when the bytes are not a complete block of this format. */
export function decodeCardsBlock(bytes: Uint8Array): CardColumns {
  const [head, body] = splitParts(bytes, 2) as [Uint8Array, Uint8Array];
  const header = JSON.parse(decodeLines(head)) as Header;
  if (header.format !== SNAPSHOT_FORMAT || !Object.hasOwn(CARD_COLUMNS, header.offer))
    throw new RangeError('A block is of another format');
  const kinds: Record<string, ColumnKind> = CARD_COLUMNS[header.offer];
  const parts = splitParts(body, header.columns.length);
  const { rows } = header;
  const numbers: Record<string, Uint32Array<ArrayBuffer>> = {};
  let titles: string | undefined;
  const words: Record<string, { words: string[]; places: Uint32Array<ArrayBuffer> }> = {};
  header.columns.forEach((name, index) => {
    const part = parts[index] as Uint8Array;
    const kind = kinds[name];
    if (kind === 'uint') numbers[name] = decodeUints(part, rows);
    else if (kind === 'nearId') numbers[name] = decodeRelative(part, numbers['id'] as Uint32Array);
    else if (kind === 'cents') numbers[name] = decodeCents(part, rows);
    else if (kind === 'lines') titles = decodeLinesOf(part, rows);
    else if (kind === 'words') words[name] = decodeWords(part, rows);
  });
  // A block of an older server may lack any other column.
  if (!numbers['id'] || titles === undefined) throw new RangeError('A block has no ids or no titles');
  const shelves = header.shelves.map(([mainCategory, category, shelfRows]) => ({
    mainCategory,
    category,
    rows: shelfRows,
  }));
  if (shelves.reduce((sum, shelf) => sum + shelf.rows, 0) !== rows)
    throw new RangeError('The shelves do not hold the rows');
  return { offer: header.offer, rows, shelves, apart: [...header.apart], numbers, titles, words };
}

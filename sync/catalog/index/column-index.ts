import { CARD_COLUMNS, digestColumnsOf, toColumnText, withTitle } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import type { TextColumn } from '#contract/blocks/column-block.ts';
import type { ColumnKind } from '#contract/blocks/columns.ts';
import { addDigest, digestCard, hashText, mixDigest, subtractDigest } from '#contract/blocks/digest.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { fromByteText, hashByteText, mapLines, toByteText } from '#contract/text/byte-text.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import type { OfferKind } from '#contract/shops.ts';
import { ApartColumn } from './apart-column.ts';
import { findLineStarts } from './line-starts.ts';
import { createNumberColumn, enlarge, highestOf, setNumber } from './number-column.ts';
import type { NumberColumn } from './number-column.ts';
import { createRowFinder } from './row-finder.ts';
import type { RowFinder } from './row-finder.ts';

/** Rows that can be added before the columns are copied to larger ones. */
const SPARE_ROWS = 512;
/** Rows whose digests are added in one step: about a millisecond. */
const ROWS_PER_STEP = 1_024;
/** Rows whose keys are made in one step, in as long. */
const KEYS_PER_STEP = 8_192;

interface Words {
  readonly words: string[];
  readonly hashes: number[];
  readonly placeOf: Map<string, number>;
}

/** Title keys as byte text, each terminated by a line feed, and the offset of each row's key. */
export interface TitleKeys {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** A card, with the view count that the server sent with its product. */
export type CountedCard = Card & { readonly view_count?: number };

/** A category of the shop; rows refer to it by number. */
export interface IndexedCategory {
  readonly mainCategory: string;
  readonly category: string;
  readonly digest: number;
}

/**
 * All cards of a shop as typed columns in memory: about 90 bytes a product. Rows come from cards blocks; a changed product becomes a new
 * row at the end and its old row is dead, so that nothing moves. Independent of storage, order and queries.
 */
export class ColumnIndex {
  readonly offer: OfferKind;
  readonly categories: IndexedCategory[] = [];
  /** Titles as byte text, each terminated by a line feed, in row order. */
  titles: string;
  /** Offset of each row's title; one more entry than rows. */
  titleStarts: Uint32Array;
  /** Number of the row's category. */
  categoryOf: NumberColumn;
  isDead: Uint8Array;
  viewCounts: Uint32Array;
  /** Rows from the blocks; later rows were added. */
  readonly blockRows: number;
  /** Rows in use, dead ones included. */
  rows: number;
  /** Products. */
  count: number;
  /** Sorted runs of rows as in the blocks: the title order is merged from these. */
  readonly titleRuns: readonly (readonly [start: number, end: number])[];
  /** Rises with every change of rows or views. */
  version = 0;

  readonly #columns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly #digestColumns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #words = new Map<string, Words>();
  readonly #apart = new Map<string, ApartColumn>();
  readonly #categoryNumbers = new Map<string, number>();
  #blockRowsById: RowFinder | undefined;
  readonly #addedRowOf = new Map<number, number>();
  /** View counts of ids without a row: counts and products arrive separately, in either order. */
  readonly #waitingViews = new Map<number, number>();
  #digest: number | undefined;
  #keys: TitleKeys | undefined;
  /** The keys on their way. */
  #keySteps: Generator<void, TitleKeys> | undefined;

  constructor(offer: OfferKind, blocks: readonly CardColumns[]) {
    this.offer = offer;
    this.#columns = Object.entries<ColumnKind>(CARD_COLUMNS[offer]);
    this.#digestColumns = digestColumnsOf(offer);
    const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
    const capacity = rows + SPARE_ROWS;
    this.rows = rows;
    this.count = rows;
    this.blockRows = rows;
    this.categoryOf = createNumberColumn(
      blocks.reduce((sum, { shelves }) => sum + shelves.length, 0),
      capacity,
    );
    this.isDead = new Uint8Array(capacity);
    this.viewCounts = new Uint32Array(capacity);
    this.titleRuns = this.#readShelves(blocks);
    for (const [name, kind] of this.#columns) {
      if (kind === 'lines') continue;
      if (kind === 'apart') this.#apart.set(name, new ApartColumn(name, blocks));
      else if (kind === 'words') this.#readWords(name, blocks, capacity);
      else this.#readNumbers(name, blocks, capacity);
    }
    this.titles = blocks.map((block) => (block.rows > 0 ? `${block.titles}\n` : '')).join('');
    this.titleStarts = findLineStarts(this.titles, rows, capacity);
  }

  /** A number column by its wire name; valid until the next change. */
  numbers(name: string): NumberColumn {
    const column = this.#numbers.get(name);
    if (!column) throw new Error(`there is no column ${name}`);
    return column;
  }

  /** The code of a word in its column; undefined if no row ever had it. */
  findWord(name: string, word: string): number | undefined {
    return this.#words.get(name)?.placeOf.get(word);
  }

  /** The titles in the form used by search and order. Computed on first use: the first page of a category needs none. */
  get keys(): TitleKeys {
    while (!this.#keys) this.prepareKeys();
    return this.#keys;
  }

  /** Whether `keys` costs nothing now. */
  get hasKeys(): boolean {
    return this.#keys !== undefined;
  }

  /** Takes a step towards `keys`, so that no query waits for the whole of them. */
  prepareKeys(): void {
    if (this.#keys) return;
    this.#keySteps ??= makeKeys(this.titles, this.titleStarts, this.rows, this.isDead.length);
    const step = this.#keySteps.next();
    if (!step.done) return;
    this.#keys = step.value;
    this.#keySteps = undefined;
  }

  /** Whether all columns are here; those with blocks of their own arrive after the cards. */
  get hasColumns(): boolean {
    return [...this.#apart.values()].every(({ isWhole }) => isWhole);
  }

  /** Whether a column of the cards block with this number is still to be joined. */
  lacksColumn(block: number, name: string): boolean {
    return this.#apart.get(name)?.lacks(block) ?? false;
  }

  /** Joins a column of the cards block with this number. Returns false for one of other rows. */
  join(block: number, column: TextColumn): boolean {
    return this.#apart.get(column.column)?.join(block, column, this.numbers('id')) ?? false;
  }

  /** Sum of the digests of all products; equals the server's if both have the same products. Undefined while columns are missing. */
  get digest(): number | undefined {
    if (this.#digest === undefined && this.hasColumns) this.#digest = this.#addDigests(0, 0, this.rows);
    return this.#digest;
  }

  /** Computes `digest` in steps, after each of which it awaits `pause`: no query waits for the whole of it. */
  async prepareDigest(pause: () => Promise<void>): Promise<void> {
    while (this.#digest === undefined && this.hasColumns) {
      const { version } = this;
      let sum = 0;
      for (let start = 0; start < this.rows && this.version === version; start += ROWS_PER_STEP) {
        sum = this.#addDigests(sum, start, start + ROWS_PER_STEP);
        await pause();
      }
      // Otherwise rows of both states have been added up.
      if (this.version === version) this.#digest = sum;
    }
  }

  /** Rows left behind by changes and deletions; an index without them is smaller and faster. */
  get deadRows(): number {
    return this.rows - this.count;
  }

  /** Bytes of the columns and texts, without object overhead. */
  get memoryBytes(): number {
    const columns = [...this.#numbers.values(), this.categoryOf, this.viewCounts, this.isDead, this.titleStarts];
    if (this.#keys && this.#keys.starts !== this.titleStarts) columns.push(this.#keys.starts);
    if (this.#blockRowsById) columns.push(...this.#blockRowsById.columns);
    const texts = [this.titles, this.#keys?.text ?? '', ...[...this.#words.values()].flatMap(({ words }) => words)];
    return (
      columns.reduce((sum, column) => sum + column.byteLength, 0) +
      [...this.#apart.values()].reduce((sum, column) => sum + column.memoryBytes, 0) +
      texts.reduce((sum, text) => sum + textBytes(text), 0)
    );
  }

  /** The row of a product; undefined if the shop does not have it. */
  findRow(id: number): number | undefined {
    const row = this.#findAnyRow(id);
    return row === undefined || this.isDead[row] === 1 ? undefined : row;
  }

  /** The digest of one product; undefined if the shop does not have it, or while columns are missing. */
  findDigest(id: number): number | undefined {
    const row = this.findRow(id);
    return row === undefined || !this.hasColumns ? undefined : this.#digestRow(row);
  }

  getTitle(row: number): string {
    return fromByteText(this.titles.slice(this.titleStarts[row], (this.titleStarts[row + 1] as number) - 1));
  }

  getCard(row: number): WireCard {
    const title = this.getTitle(row);
    const category = this.categories[this.categoryOf[row] as number] as IndexedCategory;
    const card: Record<string, unknown> = {
      main_category: category.mainCategory,
      category: category.category,
      view_count: this.viewCounts[row],
    };
    for (const [name, kind] of this.#columns) {
      if (kind === 'lines') card[name] = title;
      else if (kind === 'words') card[name] = this.#wordAt(name, row);
      else if (kind !== 'apart') card[name] = this.numbers(name)[row];
    }
    const placeholder = this.#apart.get('placeholder')?.textOf(row) ?? '';
    const link = this.#apart.get('link')?.textOf(row);
    return { ...card, placeholder, ...(link !== undefined && { link: withTitle(link, title) }) } as unknown as WireCard;
  }

  /**
   * Applies changed cards and removes deleted ids. Cards must have passed `assertCard`. A changed product keeps its view count; a new one
   * gets the count set for its id, or else that of its card. A deleted product's count is dropped.
   */
  apply(cards: readonly CountedCard[], deletedIds: readonly number[]): void {
    const digest = this.#digest;
    let sum = digest ?? 0;
    for (const id of [...cards.map((card) => card.id), ...deletedIds]) {
      const row = this.findRow(id);
      if (row === undefined) continue;
      if (digest !== undefined) sum = subtractDigest(sum, this.#digestRow(row));
      this.#waitingViews.set(id, this.viewCounts[row] as number);
      this.isDead[row] = 1;
      this.count -= 1;
    }
    for (const id of deletedIds) this.#waitingViews.delete(id);
    this.#reserve(cards.length);
    for (const card of cards) {
      this.#append(card);
      if (digest !== undefined) sum = addDigest(sum, digestCard(this.offer, card));
    }
    if (digest !== undefined) this.#digest = sum;
    this.version += 1;
  }

  /** Sets view counts by id. Counts of ids without a product are stored for later; those of deleted products are ignored. */
  setViews(ids: ArrayLike<number>, counts: ArrayLike<number>): void {
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] as number;
      const row = this.#findAnyRow(id);
      if (row === undefined) this.#waitingViews.set(id, counts[index] as number);
      else if (this.isDead[row] === 0) this.viewCounts[row] = counts[index] as number;
    }
    this.version += 1;
  }

  #append(card: CountedCard): void {
    const row = this.rows;
    // No views and no count yet look the same in a row, and the card is right in both cases.
    this.viewCounts[row] = this.#waitingViews.get(card.id) || (card.view_count ?? 0);
    this.#waitingViews.delete(card.id);
    this.categoryOf = setNumber(this.categoryOf, row, this.#categoryNumber(card.main_category, card.category));
    const values = card as unknown as Record<string, unknown>;
    for (const [name, kind] of this.#columns) {
      if (kind === 'apart') this.#apart.get(name)?.add(row, toColumnText(name, values[name] as string, card.title));
      else if (kind === 'words') this.#setNumber(name, row, this.#placeOf(name, values[name] as string));
      else if (kind !== 'lines') this.#setNumber(name, row, values[name] as number);
    }
    const title = toByteText(card.title);
    this.titles += `${title}\n`;
    this.rows += 1;
    this.count += 1;
    this.titleStarts[this.rows] = this.titles.length;
    this.#appendKey(toByteText(toTitleKey(card.title)), title.length);
    this.#addedRowOf.set(card.id, row);
  }

  /** Keeps the keys, which take a tenth of a second to make for 667,780 products. `titleLength`: of the row's title as byte text. */
  #appendKey(key: string, titleLength: number): void {
    this.#keySteps = undefined;
    if (!this.#keys) return;
    const { text, starts } = this.#keys;
    const isShared = starts === this.titleStarts;
    if (isShared && key.length !== titleLength) {
      this.#keys = undefined;
      return;
    }
    this.#keys = { text: `${text}${key}\n`, starts };
    if (!isShared) starts[this.rows] = this.#keys.text.length;
  }

  #setNumber(name: string, row: number, value: number): void {
    this.#numbers.set(name, setNumber(this.numbers(name), row, value));
  }

  #reserve(rows: number): void {
    if (this.rows + rows <= this.isDead.length) return;
    const capacity = this.rows + rows + Math.max(SPARE_ROWS, this.rows >> 3);
    for (const [name, column] of this.#numbers) this.#numbers.set(name, enlarge(column, capacity));
    this.categoryOf = enlarge(this.categoryOf, capacity);
    this.viewCounts = enlarge(this.viewCounts, capacity);
    const titleStarts = enlarge(this.titleStarts, capacity + 1);
    if (this.#keys) {
      const { text, starts } = this.#keys;
      this.#keys = { text, starts: starts === this.titleStarts ? titleStarts : enlarge(starts, capacity + 1) };
    }
    this.titleStarts = titleStarts;
    this.isDead = enlarge(this.isDead, capacity);
  }

  #readShelves(blocks: readonly CardColumns[]): [number, number][] {
    const runs: [number, number][] = [];
    let row = 0;
    for (const shelf of blocks.flatMap((block) => block.shelves)) {
      this.categoryOf.fill(this.#categoryNumber(shelf.mainCategory, shelf.category), row, row + shelf.rows);
      if (shelf.rows > 0) runs.push([row, row + shelf.rows]);
      row += shelf.rows;
    }
    return runs;
  }

  #readNumbers(name: string, blocks: readonly CardColumns[], capacity: number): void {
    const highest = blocks.reduce((most, { numbers }) => Math.max(most, highestOf(numbers[name] ?? [])), 0);
    const column = createNumberColumn(highest, capacity);
    let row = 0;
    for (const block of blocks) {
      // A block of an older server may lack a newer column: its rows read 0.
      const values = block.numbers[name];
      if (values) column.set(values, row);
      row += block.rows;
    }
    this.#numbers.set(name, column);
  }

  #readWords(name: string, blocks: readonly CardColumns[], capacity: number): void {
    const dictionary: Words = { words: [], hashes: [], placeOf: new Map() };
    this.#words.set(name, dictionary);
    const sources = blocks.map((block) => block.words[name] ?? { words: [''], places: new Uint32Array(block.rows) });
    const placesOf = sources.map(({ words }) => words.map((word) => this.#placeOf(name, word)));
    const column = createNumberColumn(dictionary.words.length, capacity);
    let row = 0;
    for (const [block, source] of sources.entries()) {
      const places = placesOf[block] as number[];
      if (places.every((place, word) => place === word)) column.set(source.places, row);
      else source.places.forEach((word, index) => (column[row + index] = places[word] as number));
      row += source.places.length;
    }
    this.#numbers.set(name, column);
  }

  #placeOf(name: string, word: string): number {
    const dictionary = this.#words.get(name) as Words;
    const known = dictionary.placeOf.get(word);
    if (known !== undefined) return known;
    const place = dictionary.words.push(word) - 1;
    dictionary.hashes.push(hashText(word));
    dictionary.placeOf.set(word, place);
    return place;
  }

  #wordAt(name: string, row: number): string {
    return (this.#words.get(name) as Words).words[this.numbers(name)[row] as number] as string;
  }

  #categoryNumber(mainCategory: string, category: string): number {
    const key = `${mainCategory}\n${category}`;
    const known = this.#categoryNumbers.get(key);
    if (known !== undefined) return known;
    const digest = mixDigest(hashText(mainCategory), hashText(category));
    const number = this.categories.push({ mainCategory, category, digest }) - 1;
    this.#categoryNumbers.set(key, number);
    return number;
  }

  #addDigests(known: number, start: number, end: number): number {
    let sum = known;
    const stop = Math.min(end, this.rows);
    for (let row = start; row < stop; row++) if (this.isDead[row] === 0) sum = addDigest(sum, this.#digestRow(row));
    return sum;
  }

  #digestRow(row: number): number {
    let digest = (this.categories[this.categoryOf[row] as number] as IndexedCategory).digest;
    for (const [name, kind] of this.#digestColumns) {
      if (kind === 'lines') {
        digest = mixDigest(
          digest,
          hashByteText(this.titles, this.titleStarts[row] as number, (this.titleStarts[row + 1] as number) - 1),
        );
      } else if (kind === 'apart') {
        digest = mixDigest(digest, (this.#apart.get(name) as ApartColumn).hashOf(row));
      } else {
        const value = this.numbers(name)[row] as number;
        digest = mixDigest(
          digest,
          kind === 'words' ? ((this.#words.get(name) as Words).hashes[value] as number) : value,
        );
      }
    }
    return digest;
  }

  /** The newest row of an id, dead or not. */
  #findAnyRow(id: number): number | undefined {
    return this.#addedRowOf.get(id) ?? this.#findBlockRow(id);
  }

  #findBlockRow(id: number): number | undefined {
    this.#blockRowsById ??= createRowFinder(this.numbers('id'), this.blockRows);
    return this.#blockRowsById.find(id);
  }
}

/** Checks that every column can hold the card's value. @throws RangeError naming the field that cannot be stored */
export function assertCard(offer: OfferKind, card: Card): void {
  const values = card as unknown as Record<string, unknown>;
  const texts = ['main_category', 'category'];
  for (const [name, kind] of Object.entries<ColumnKind>(CARD_COLUMNS[offer])) {
    const value = values[name];
    if (kind === 'lines' || kind === 'words' || kind === 'apart') texts.push(name);
    else if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0xffff_ffff) {
      throw new RangeError(`${name} is not a whole number: ${String(value)}`);
    }
  }
  for (const name of texts) {
    const value = values[name];
    if (typeof value !== 'string' || value.includes('\n')) throw new RangeError(`${name} is not one line of text`);
  }
}

/** Engines store a text in one byte per character if all are Latin-1, else in two. */
function textBytes(text: string): number {
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u00ff]*$/.test(text) ? text.length : text.length * 2;
}

const LINE_FEED = 0x0a;

/** Makes the keys of titles in short steps. Void once the titles have changed. */
function* makeKeys(
  titles: string,
  titleStarts: Uint32Array,
  rows: number,
  capacity: number,
): Generator<void, TitleKeys> {
  const parts: string[] = [];
  // Nearly all keys are as long as their titles, and need no offsets of their own.
  let hasSameStarts = true;
  for (let row = 0; row < rows; row += KEYS_PER_STEP) {
    const starts = titleStarts.subarray(row, Math.min(row + KEYS_PER_STEP, rows) + 1);
    const part = mapLines(titles.slice(starts[0], starts.at(-1)), toTitleKey);
    parts.push(part);
    hasSameStarts &&= hasLinesAt(part, starts);
    yield;
  }
  const text = parts.join('');
  return { text, starts: hasSameStarts ? titleStarts : findLineStarts(text, rows, capacity) };
}

/** Whether the lines of a part of a text end where they should. `starts`: of its lines and of what follows. */
function hasLinesAt(part: string, starts: Uint32Array): boolean {
  const first = starts[0] as number;
  for (let line = 1; line < starts.length; line++)
    if (part.charCodeAt((starts[line] as number) - first - 1) !== LINE_FEED) return false;
  return part.length === (starts.at(-1) as number) - first;
}

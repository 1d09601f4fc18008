import { CARD_COLUMNS, DIGEST_COLUMNS, toColumnText, withTitle } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import type { TextColumn } from '#contract/blocks/column-block.ts';
import type { ColumnKind } from '#contract/blocks/columns.ts';
import { digestCard, mixDigest } from '#contract/blocks/digest.ts';
import { hashText } from '#contract/text/hash-text.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { OfferKind } from '#contract/shops.ts';
import { ApartColumn } from './apart-column.ts';
import { createNumberColumn, enlarge, readNumberColumn, setNumber } from './number-column.ts';
import type { NumberColumn } from './number-column.ts';
import { createRowFinder } from './row-finder.ts';
import type { RowFinder } from './row-finder.ts';
import { RunningDigest } from './running-digest.ts';
import { TitleColumn } from './title-column.ts';
import type { TitleKeys } from './title-column.ts';
import { WordColumn } from './word-column.ts';

/** Rows that can be added before the columns are copied to larger ones. */
const SPARE_ROWS = 512;

/** A card, with its view count if that is not 0. */
export type CountedCard = Card & { readonly view_count?: number };

/** What a column holds in memory. */
export type IndexPart = NumberColumn | string;

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
  categoryOf: NumberColumn;
  isDead: Uint8Array;
  viewCounts: Uint32Array;
  /** Number of rows from the blocks; the rows after these were added. */
  readonly blockRows: number;
  /** Rows in use, dead ones included. */
  rows: number;
  /** Number of products. */
  count: number;
  /** Sorted runs of rows as in the blocks: the title order is merged from these. */
  readonly titleRuns: readonly (readonly [start: number, end: number])[];
  /** Rises with every change of rows or views. */
  version = 0;

  readonly #columns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly #digestColumns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly #titles: TitleColumn;
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #words = new Map<string, WordColumn>();
  readonly #apart = new Map<string, ApartColumn>();
  readonly #categoryNumbers = new Map<string, number>();
  #blockRowsById: RowFinder | undefined;
  readonly #addedRowOf = new Map<number, number>();
  readonly #digest = new RunningDigest(this, (row) => this.#digestRow(row));

  constructor(offer: OfferKind, blocks: readonly CardColumns[]) {
    this.offer = offer;
    this.#columns = Object.entries<ColumnKind>(CARD_COLUMNS[offer]);
    this.#digestColumns = DIGEST_COLUMNS[offer];
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
      else if (kind === 'words') this.#words.set(name, new WordColumn(name, blocks, capacity));
      else this.#numbers.set(name, readNumberColumn(name, blocks, capacity));
    }
    this.#titles = new TitleColumn(blocks, rows, capacity);
  }

  /** A column of numbers, or of the codes of words, by its wire name; valid until the next change. */
  numbers(name: string): NumberColumn {
    const column = this.#numbers.get(name) ?? this.#words.get(name)?.places;
    if (!column) throw new Error(`there is no column ${name}`);
    return column;
  }

  /** The code of a word in its column; undefined if no row ever had it. */
  findWord(name: string, word: string): number | undefined {
    return this.#words.get(name)?.find(word);
  }

  /** The titles in the form used by search and order. Computed on first use: the first page of a category needs none. */
  get keys(): TitleKeys {
    return this.#titles.keys;
  }

  /** Whether `keys` is computed already. */
  get hasKeys(): boolean {
    return this.#titles.hasKeys;
  }

  prepareKeys(): void {
    this.#titles.prepareKeys();
  }

  /** Whether all columns are here; those in separate blocks arrive after the cards. */
  get hasColumns(): boolean {
    return [...this.#apart.values()].every(({ isWhole }) => isWhole);
  }

  /** Whether a column of the cards block with this number is still to be joined. */
  lacksColumn(block: number, name: string): boolean {
    return this.#apart.get(name)?.lacks(block) ?? false;
  }

  /** Joins a column of the cards block with this number. Returns false if the block has it already, or if the column is of other rows. */
  join(block: number, column: TextColumn): boolean {
    return this.#apart.get(column.column)?.join(block, column, this.numbers('id')) ?? false;
  }

  /** Sum of the digests of all products; equals the server's if both have the same products. Undefined while columns are missing. */
  get digest(): number | undefined {
    return this.#digest.sum;
  }

  /** Computes `digest` in steps and awaits `pause` after each, so that queries can run in between. */
  prepareDigest(pause: () => Promise<void>): Promise<void> {
    return this.#digest.prepare(pause);
  }

  /** Rows left behind by changes and deletions; an index without them is smaller and faster. */
  get deadRows(): number {
    return this.rows - this.count;
  }

  /** The arrays and texts that this index holds in memory. */
  get parts(): readonly IndexPart[] {
    return [
      ...this.#numbers.values(),
      ...[...this.#words.values(), ...this.#apart.values()].flatMap((column) => column.parts),
      ...this.#titles.parts,
      ...(this.#blockRowsById?.columns ?? []),
      this.categoryOf,
      this.viewCounts,
      this.isDead,
    ];
  }

  /** The row of a product; undefined if the shop does not have it. */
  findRow(id: number): number | undefined {
    const row = this.#addedRowOf.get(id) ?? this.#findBlockRow(id);
    return row === undefined || this.isDead[row] === 1 ? undefined : row;
  }

  /** The digest of one product; undefined if the shop does not have it, or while columns are missing. */
  findDigest(id: number): number | undefined {
    const row = this.findRow(id);
    return row === undefined || !this.hasColumns ? undefined : this.#digestRow(row);
  }

  getTitle(row: number): string {
    return this.#titles.titleOf(row);
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
      else if (kind === 'words') card[name] = this.#wordColumn(name).wordOf(row);
      else if (kind !== 'apart') card[name] = this.numbers(name)[row];
    }
    const placeholder = this.#apart.get('placeholder')?.textOf(row) ?? '';
    const link = this.#apart.get('link')?.textOf(row);
    return { ...card, placeholder, ...(link !== undefined && { link: withTitle(link, title) }) } as unknown as WireCard;
  }

  /** Applies changed cards, with their view counts, and removes deleted ids. Cards must have passed `assertCard`. */
  apply(cards: readonly CountedCard[], deletedIds: readonly number[]): void {
    for (const id of [...cards.map((card) => card.id), ...deletedIds]) {
      const row = this.findRow(id);
      if (row === undefined) continue;
      this.#digest.remove(row);
      this.isDead[row] = 1;
      this.count -= 1;
    }
    this.#reserve(cards.length);
    for (const card of cards) {
      this.#append(card);
      // Computed from the card, not from its row: to read a text that has just grown costs a copy of the whole text.
      this.#digest.add(() => digestCard(this.offer, card));
    }
    this.version += 1;
  }

  /** Sets view counts by id. Counts of ids without a product are ignored. */
  setViews(ids: ArrayLike<number>, counts: ArrayLike<number>): void {
    for (let index = 0; index < ids.length; index++) {
      const row = this.findRow(ids[index] as number);
      if (row !== undefined) this.viewCounts[row] = counts[index] as number;
    }
    this.version += 1;
  }

  #append(card: CountedCard): void {
    const row = this.rows;
    this.viewCounts[row] = card.view_count ?? 0;
    this.categoryOf = setNumber(this.categoryOf, row, this.#categoryNumber(card.main_category, card.category));
    const values = card as unknown as Record<string, unknown>;
    for (const [name, kind] of this.#columns) {
      if (kind === 'apart') this.#apart.get(name)?.add(row, toColumnText(name, values[name] as string, card.title));
      else if (kind === 'words') this.#wordColumn(name).set(row, values[name] as string);
      else if (kind !== 'lines') this.#numbers.set(name, setNumber(this.numbers(name), row, values[name] as number));
    }
    this.#titles.add(card.title);
    this.rows += 1;
    this.count += 1;
    this.#addedRowOf.set(card.id, row);
  }

  #reserve(rows: number): void {
    if (this.rows + rows <= this.isDead.length) return;
    const capacity = this.rows + rows + Math.max(SPARE_ROWS, this.rows >> 3);
    for (const [name, column] of this.#numbers) this.#numbers.set(name, enlarge(column, capacity));
    for (const column of this.#words.values()) column.enlarge(capacity);
    this.#titles.enlarge(capacity);
    this.categoryOf = enlarge(this.categoryOf, capacity);
    this.viewCounts = enlarge(this.viewCounts, capacity);
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

  #wordColumn(name: string): WordColumn {
    return this.#words.get(name) as WordColumn;
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

  #digestRow(row: number): number {
    let digest = (this.categories[this.categoryOf[row] as number] as IndexedCategory).digest;
    for (const [name, kind] of this.#digestColumns) {
      if (kind === 'lines') digest = mixDigest(digest, this.#titles.hashOf(row));
      else if (kind === 'apart') digest = mixDigest(digest, (this.#apart.get(name) as ApartColumn).hashOf(row));
      else if (kind === 'words') digest = mixDigest(digest, this.#wordColumn(name).hashOf(row));
      else digest = mixDigest(digest, this.numbers(name)[row] as number);
    }
    return digest;
  }

  #findBlockRow(id: number): number | undefined {
    this.#blockRowsById ??= createRowFinder(this.numbers('id'), this.blockRows);
    return this.#blockRowsById.find(id);
  }
}

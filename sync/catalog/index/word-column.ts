import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { hashText } from '#contract/text/hash-text.ts';
import { createNumberColumn, enlarge, setNumber } from './number-column.ts';
import type { NumberColumn } from './number-column.ts';

/** A column whose rows often have the same text: each text is stored once, and rows refer to it by its place. */
export class WordColumn {
  readonly words: string[] = [];
  places: NumberColumn;
  readonly #hashes: number[] = [];
  readonly #placeOf = new Map<string, number>();

  constructor(name: string, blocks: readonly CardColumns[], capacity: number) {
    // A block of an older server may lack a newer column: its rows read ''.
    const sources = blocks.map((block) => block.words[name] ?? { words: [''], places: new Uint32Array(block.rows) });
    const placesOf = sources.map(({ words }) => words.map((word) => this.#add(word)));
    this.places = createNumberColumn(this.words.length, capacity);
    let row = 0;
    for (const [block, source] of sources.entries()) {
      const places = placesOf[block] as number[];
      if (places.every((place, word) => place === word)) this.places.set(source.places, row);
      else source.places.forEach((word, index) => (this.places[row + index] = places[word] as number));
      row += source.places.length;
    }
  }

  get parts(): readonly (NumberColumn | string)[] {
    return [this.places, ...this.words];
  }

  /** The place of a word; undefined if no row ever had it. */
  find(word: string): number | undefined {
    return this.#placeOf.get(word);
  }

  wordOf(row: number): string {
    return this.words[this.places[row] as number] as string;
  }

  hashOf(row: number): number {
    return this.#hashes[this.places[row] as number] as number;
  }

  set(row: number, word: string): void {
    this.places = setNumber(this.places, row, this.#add(word));
  }

  enlarge(capacity: number): void {
    this.places = enlarge(this.places, capacity);
  }

  #add(word: string): number {
    const known = this.#placeOf.get(word);
    if (known !== undefined) return known;
    const place = this.words.push(word) - 1;
    this.#hashes.push(hashText(word));
    this.#placeOf.set(word, place);
    return place;
  }
}

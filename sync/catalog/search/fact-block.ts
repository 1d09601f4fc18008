import { readFacts } from '#contract/text/read-facts.ts';
import type { Fact } from '#contract/text/read-facts.ts';
import type { BlockDescription } from '#contract/blocks/details-block.ts';
import { splitSearchWords } from '#contract/text/search-fold.ts';

/** The facts of a set of descriptions. Each fact is stored once, because most facts are shared by many products. */
export interface FactBlock {
  /** One line per fact, key and value separated by a tab. */
  readonly texts: string;
  readonly textStarts: Uint32Array;
  /** One line per fact: its folded words, each after a space. */
  readonly words: string;
  readonly wordStarts: Uint32Array;
  /** Offsets in `words` at which the words of each fact's value start. */
  readonly valueStarts: Uint32Array;
  readonly ids: Uint32Array;
  readonly seqs: Float64Array;
  /** The products of each fact, as places in `ids`: those of fact `n` are from `holderStarts[n]` to before `holderStarts[n + 1]`. */
  readonly holders: Uint32Array;
  readonly holderStarts: Uint32Array;
}

/** Splits descriptions where a fact begins: each distinct part is read once, however many descriptions contain it. */
const FACT_START = /(?=<(?:li|tr|dt|p|h\d|blockquote|div|br)\b)/i;
/** Marks that stand for the product's title, which is searched separately. */
// oxlint-disable-next-line no-control-regex
const TITLE_MARK = /[\u0001-\u0003]/;
/** Longer values are sentences, not facts. */
const MAX_VALUE_LENGTH = 120;

const foldWords = (text: string): string =>
  splitSearchWords(text)
    .map((word) => ` ${word}`)
    .join('');

/** Collects the facts of descriptions, one product after the other. */
export class FactBlockBuilder {
  readonly #ids: number[] = [];
  readonly #seqs: number[] = [];
  /** The numbers of the facts in each part that was read, by the part's text. */
  readonly #known = new Map<string, readonly number[]>();
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #words: string[] = [];
  readonly #keyLengths: number[] = [];
  readonly #holders: number[][] = [];

  add({ id, seq, description }: BlockDescription): void {
    const place = this.#ids.length;
    this.#ids.push(id);
    this.#seqs.push(seq);
    for (const part of description.split(FACT_START)) {
      for (const fact of this.#read(part)) {
        const holders = this.#holders[fact] as number[];
        if (holders.at(-1) !== place) holders.push(place);
      }
    }
  }

  finish(): FactBlock {
    const startsOf = (lengths: Iterable<number>): Uint32Array => {
      let end = 0;
      return Uint32Array.from([0, ...Array.from(lengths, (length) => (end += length))]);
    };
    const wordStarts = startsOf(this.#words.map((words) => words.length + 1));
    return {
      texts: this.#texts.join('\n'),
      textStarts: startsOf(this.#texts.map((text) => text.length + 1)),
      words: this.#words.map((words) => `${words}\n`).join(''),
      wordStarts,
      valueStarts: Uint32Array.from(this.#keyLengths, (length, fact) => (wordStarts[fact] as number) + length),
      ids: Uint32Array.from(this.#ids),
      seqs: Float64Array.from(this.#seqs),
      holders: Uint32Array.from(this.#holders.flat()),
      holderStarts: startsOf(this.#holders.map(({ length }) => length)),
    };
  }

  #read(part: string): readonly number[] {
    const known = this.#known.get(part);
    if (known) return known;
    const facts = TITLE_MARK.test(part) ? [] : readFacts(part).filter(({ value }) => value.length <= MAX_VALUE_LENGTH);
    const numbers = facts.map((fact) => this.#numberOf(fact));
    this.#known.set(part, numbers);
    return numbers;
  }

  #numberOf({ key, value }: Fact): number {
    const text = `${key}\t${value}`;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#numbers.set(text, number);
    const keyWords = foldWords(key);
    this.#texts.push(text);
    this.#words.push(keyWords + foldWords(value));
    this.#keyLengths.push(keyWords.length);
    this.#holders.push([]);
    return number;
  }
}

/** The number of facts of a block. */
export const countFacts = ({ valueStarts }: FactBlock): number => valueStarts.length;

/** Returns a fact by its number; the numbers run on from block to block. */
export function factOf(blocks: readonly FactBlock[], number: number): Fact {
  let rest = number;
  for (const block of blocks) {
    const { texts, textStarts } = block;
    if (rest < countFacts(block)) {
      const [key = '', value = ''] = texts.slice(textStarts[rest], (textStarts[rest + 1] as number) - 1).split('\t');
      return { key, value };
    }
    rest -= countFacts(block);
  }
  throw new RangeError(`there is no fact ${number}`);
}

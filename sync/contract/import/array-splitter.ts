const BORDER = /["{}[\],]/g;
const STRING_BORDER = /["\\]/g;

/**
 * Splits the text of a JSON array, which may arrive in pieces, into the texts of its elements.
 * It finds only their borders; the caller parses the elements.
 */
export class ArraySplitter {
  #rest = '';
  #depth = 0;
  #isInString = false;
  #skipsNext = false;
  #isOver = false;

  /** Whether the closing bracket was read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Text of no complete element yet; after the array's end, the text after it. */
  get rest(): string {
    return this.#rest;
  }

  /** Reads the next piece and returns the elements that end in it. An empty array has one blank element. */
  push(piece: string): string[] {
    const elements: string[] = [];
    let start = 0;
    let index = 0;
    while (!this.#isOver && index < piece.length) {
      if (this.#skipsNext) {
        this.#skipsNext = false;
        index += 1;
        continue;
      }
      const border = this.#isInString ? STRING_BORDER : BORDER;
      border.lastIndex = index;
      const at = border.exec(piece)?.index;
      if (at === undefined) break;
      index = at + 1;
      const crossed = this.#cross(piece[at]);
      if (crossed === 'end') elements.push(this.#rest + piece.slice(start, at));
      if (crossed !== 'inside') {
        this.#rest = '';
        start = index;
      }
    }
    this.#rest += piece.slice(start);
    return elements;
  }

  /** Crosses one border character; returns whether an element begins after it, ended before it, or continues. */
  #cross(character: string | undefined): 'begin' | 'end' | 'inside' {
    if (this.#isInString) {
      if (character === '"') this.#isInString = false;
      else this.#skipsNext = true;
      return 'inside';
    }
    if (character === '"') {
      this.#isInString = true;
      return 'inside';
    }
    if (character === '[' || character === '{') {
      this.#depth += 1;
      return this.#depth === 1 ? 'begin' : 'inside';
    }
    if (this.#depth === 1 && character !== '}') {
      this.#isOver = character === ']';
      return 'end';
    }
    if (character !== ',') this.#depth -= 1;
    return 'inside';
  }
}

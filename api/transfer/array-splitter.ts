const BORDER = /["{}[\],]/g;
const STRING_BORDER = /["\\]/g;

/**
 * Cuts the text of a JSON array, which may come in pieces, into the texts of its elements.
 * It looks for their borders only; whether an element is JSON is for JSON.parse to say.
 */
export class ArraySplitter {
  #rest = '';
  #depth = 0;
  #isInString = false;
  #skipsNext = false;
  #isOver = false;

  /** Whether the closing bracket has come. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What belongs to no element yet; when the array is over, what stands behind it. */
  get rest(): string {
    return this.#rest;
  }

  /** Takes the next piece and gives the elements that end in it. An empty array gives one blank element. */
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

  /** Passes one border character; says whether an element begins behind it, has ended before it, or goes on. */
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

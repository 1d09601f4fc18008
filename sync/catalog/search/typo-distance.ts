/** Minimum lengths of words in which one typo, and two typos, are allowed. */
const ONE_TYPO_LENGTH = 4;
const TWO_TYPOS_LENGTH = 8;

/** Returns how many typos a searched word may have. A word with a digit may have none: another number is another product. */
export const typosAllowed = (word: string): number =>
  /\d/.test(word) ? 0 : word.length >= TWO_TYPOS_LENGTH ? 2 : word.length >= ONE_TYPO_LENGTH ? 1 : 0;

/** The distance of a searched word from a word, and from the nearest prefix of that word. */
export interface TypoDistance {
  whole: number;
  beginning: number;
}

/** Distances above this are not distinguished. */
const FAR = 255;

/** Measures distances from a searched word, with swapped letters as one typo (optimal string alignment). Every call returns the same object. */
export function createTypoMeter(searched: string): (word: string, limit: number) => TypoDistance {
  const length = searched.length;
  const result: TypoDistance = { whole: FAR, beginning: FAR };
  // One column of the matrix per letter of the word; only the last three columns are stored.
  let beforeLast = new Uint8Array(length + 1);
  let last = new Uint8Array(length + 1);
  let current = new Uint8Array(length + 1);
  return (word, limit) => {
    result.whole = FAR;
    result.beginning = FAR;
    for (let at = 0; at <= length; at++) last[at] = at;
    // A word longer than the searched one by more than the limit can only match by its prefix.
    const columns = Math.min(word.length, length + limit);
    for (let column = 1; column <= columns; column++) {
      const letter = word.charCodeAt(column - 1);
      current[0] = column;
      let best = column;
      for (let at = 1; at <= length; at++) {
        const isSame = searched.charCodeAt(at - 1) === letter;
        let distance = Math.min(
          (last[at - 1] as number) + (isSame ? 0 : 1),
          (last[at] as number) + 1,
          (current[at - 1] as number) + 1,
        );
        if (
          at > 1 &&
          column > 1 &&
          !isSame &&
          searched.charCodeAt(at - 2) === letter &&
          searched.charCodeAt(at - 1) === word.charCodeAt(column - 2)
        ) {
          distance = Math.min(distance, (beforeLast[at - 2] as number) + 1);
        }
        current[at] = distance;
        if (distance < best) best = distance;
      }
      [beforeLast, last, current] = [last, current, beforeLast];
      const reached = last[length] as number;
      if (reached < result.beginning) result.beginning = reached;
      if (column === word.length) result.whole = reached;
      // No later column is better than the best of this one: even a swap, which goes back two columns, costs one.
      if (best > limit) break;
    }
    return result;
  };
}

import { toSearchFold } from '#contract/text/search-fold.ts';

/** Words that do not help to tell which product a title names. */
const SILENT = new Set('a an and for of the with new used refurbished renewed'.split(' '));
/** Separates letters from digits: "16GB" and "16 GB" are the same. */
const PIECES = /\p{N}+|[\p{L}\p{M}]+/gu;
/** A shorter word says too little beside a number: "No 5". */
const MIN_WORD_LENGTH = 3;

/**
 * Returns a key that titles of the same model share, and titles of other models do not: all words in any order, and all numbers in their order.
 * Undefined for a title without a number, or without a word of at least `MIN_WORD_LENGTH` letters: it may name anything.
 */
export function toModelKey(title: string): string | undefined {
  const pieces = toSearchFold(title).replaceAll('+', ' plus ').match(PIECES) ?? [];
  const numbers = pieces.filter(isNumber);
  const words = pieces.filter((piece) => !isNumber(piece) && !SILENT.has(piece)).toSorted();
  const isSure = numbers.length > 0 && words.some((word) => word.length >= MIN_WORD_LENGTH);
  return isSure ? `${words.join(' ')} ${numbers.join(' ')}` : undefined;
}

/** Returns the longest word and the longest number of a title: few other titles have both. */
export function findLongestPieces(title: string): string[] {
  const pieces = (toSearchFold(title).match(PIECES) ?? []).filter((piece) => !SILENT.has(piece));
  const longest = (isWanted: (piece: string) => boolean): string =>
    pieces.filter(isWanted).reduce((found, piece) => (piece.length > found.length ? piece : found), '');
  return [longest((piece) => !isNumber(piece)), longest(isNumber)];
}

const isNumber = (piece: string): boolean => /^\p{N}/u.test(piece);

import { toSearchFold } from '#contract/text/search-fold.ts';

/** Words that say nothing of which product a title names. */
const SILENT = new Set('a an and for of the with new used refurbished renewed'.split(' '));
/** Letters and digits apart: "16GB" and "16 GB" are the same. */
const PIECES = /\p{N}+|[\p{L}\p{M}]+/gu;
/** A shorter word says too little beside a number: "No 5". */
const MIN_WORD_LENGTH = 3;

/**
 * Returns what two titles of the same model have in common and those of other models have not: all words in any order and all numbers in
 * theirs. Undefined for a title without a number and a word beside it, which may name anything.
 */
export function toModelKey(title: string): string | undefined {
  const pieces = toSearchFold(title).replaceAll('+', ' plus ').match(PIECES) ?? [];
  const numbers = pieces.filter(isNumber);
  const words = pieces.filter((piece) => !isNumber(piece) && !SILENT.has(piece)).toSorted();
  const isSure = numbers.length > 0 && words.some((word) => word.length >= MIN_WORD_LENGTH);
  return isSure ? `${words.join(' ')} ${numbers.join(' ')}` : undefined;
}

/** Returns the longest word and the longest number of those that count in a title's key: few other titles have both. */
export function findLongestPieces(title: string): string[] {
  const pieces = (toSearchFold(title).match(PIECES) ?? []).filter((piece) => !SILENT.has(piece));
  const longest = (isWanted: (piece: string) => boolean): string =>
    pieces.filter(isWanted).reduce((found, piece) => (piece.length > found.length ? piece : found), '');
  return [longest((piece) => !isNumber(piece)), longest(isNumber)];
}

const isNumber = (piece: string): boolean => /^\p{N}/u.test(piece);

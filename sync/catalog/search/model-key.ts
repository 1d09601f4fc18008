import { toSearchFold } from '#contract/text/search-fold.ts';
import { toTitleKey } from '#contract/text/title-key.ts';

/** Words that do not help to tell which product a title names. */
const SILENT = new Set('a an and for of the with new used refurbished renewed'.split(' '));
/** Separates letters from digits: "16GB" and "16 GB" are the same. */
const PIECES = /\p{N}+|[\p{L}\p{M}]+/gu;
const NUMBERS = /\p{N}+/gu;
/** A shorter word says too little beside a number: "No 5". */
const MIN_WORD_LENGTH = 3;

/** Returns a title in the form in which its words are compared with those of other titles. */
export const toModelText = (title: string): string => toSearchFold(title).replaceAll('+', ' plus ');

/**
 * Returns a key that titles of the same model share, and titles of other models do not: all words in any order, and all numbers in their order.
 * Undefined for a title without a number, or without a word of at least `MIN_WORD_LENGTH` letters: it may name anything.
 */
export function toModelKey(title: string): string | undefined {
  const pieces = toModelText(title).match(PIECES) ?? [];
  const numbers = pieces.filter(isNumber);
  const words = pieces.filter((piece) => !isNumber(piece) && !SILENT.has(piece)).toSorted();
  const isSure = numbers.length > 0 && words.some((word) => word.length >= MIN_WORD_LENGTH);
  return isSure ? `${words.join(' ')} ${numbers.join(' ')}` : undefined;
}

/**
 * Returns the longest word of a title, in the form of `toModelText`, and its longest number, in the form of the title key. Few other titles
 * have both. The number is not folded, because the key may lack a folded number, such as that of "3½".
 */
export function findLongestPieces(title: string): readonly [word: string, number: string] {
  const words = (toModelText(title).match(PIECES) ?? []).filter((piece) => !isNumber(piece) && !SILENT.has(piece));
  return [findLongest(words), findLongest(toTitleKey(title).match(NUMBERS) ?? [])];
}

const findLongest = (pieces: readonly string[]): string =>
  pieces.reduce((found, piece) => (piece.length > found.length ? piece : found), '');

const isNumber = (piece: string): boolean => /^\p{N}/u.test(piece);

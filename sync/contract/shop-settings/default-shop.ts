/** What a shop is called until its owner names it. */
export const DEFAULT_NAME = 'Hexlime';

/** The letters in the hexagons behind the page. */
export const DEFAULT_LETTERS = 'HEXLIME$';

/** Longest name where there is little room: beside the logo, and below an app's icon. */
export const MAX_SHORT_NAME = 20;

/** Returns the short form of a name, for where there is little room: the name itself, or its first words. */
export function shortenName(name: string): string {
  if (name.length <= MAX_SHORT_NAME) return name;
  const start = name.slice(0, MAX_SHORT_NAME + 1);
  const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('-'));
  // Words of one or two letters, "and" and "the" say nothing at the end.
  return end > 0
    ? start.slice(0, end).replace(/(?:[\s-]+(?:\p{L}{1,2}|and|the))+$/u, '')
    : `${start.slice(0, MAX_SHORT_NAME - 1).toWellFormed()}…`;
}

/** The maximum number of letters behind the page that are taken from a name. */
const MAX_LETTERS = 7;

/** Returns the letters that a shop with this name has behind the page: those of its name, and the dollar sign. */
export function lettersOf(name: string): string {
  const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  return [...letters.slice(0, MAX_LETTERS), '$'].join('');
}

/** Maximum lengths of a shop's texts, in characters: they stand in a line of their own, beside a button or under a field. */
export const SHOP_TEXT_LENGTHS = {
  name: 60,
  shortName: MAX_SHORT_NAME,
  letters: 16,
  about: 160,
  promise: 160,
  disclosure: 300,
  contact: 300,
  legal: 300,
  condition: 160,
} as const;

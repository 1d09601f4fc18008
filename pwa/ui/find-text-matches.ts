import { toTitleKey } from '#contract/text/title-key.ts';

/** Letters with their accents, and Hangul syllables: what may be composed. */
const LETTERS = /[\u1100-\u115f][\u1160-\u11ff]*|\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Returns where a title contains the search text: pairs of start and end in UTF-16 units of the title, in order, not overlapping. Search
 * compares title keys, and a key may be longer than its title ('İ' becomes two units) or shorter (a letter and its accent become one), so
 * positions in the key are mapped back to whole letters.
 */
export function findTextMatches(title: string, search: string): (readonly [start: number, end: number])[] {
  const wanted = toTitleKey(search.trim());
  const found: (readonly [number, number])[] = [];
  if (wanted === '') return found;
  const key = toTitleKey(title);
  // For each unit of the key, the range of the title's letter that it comes from.
  const ranges: (readonly [number, number])[] = [];
  let start = 0;
  for (const [letter] of title.matchAll(LETTERS)) {
    const range = [start, (start += letter.length)] as const;
    for (const _ of toTitleKey(letter).split('')) ranges.push(range);
  }
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + wanted.length)) {
    const from = ranges[at]?.[0] ?? 0;
    const to = ranges[at + wanted.length - 1]?.[1] ?? start;
    // Two matches may share a letter that has two units in the key.
    if (from >= (found.at(-1)?.[1] ?? 0)) found.push([from, to]);
  }
  return found;
}

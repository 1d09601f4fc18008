import { toTitleKey } from '#contract/text/title-key.ts';

/**
 * Returns where a title contains the search text: pairs of start and end in UTF-16 units of the title, in order, not overlapping. Search
 * compares title keys, and a key may be longer than its title ('İ' becomes two units), so positions in the key are mapped back to
 * whole characters.
 */
export function findTextMatches(title: string, search: string): (readonly [start: number, end: number])[] {
  const wanted = toTitleKey(search.trim());
  const found: (readonly [number, number])[] = [];
  if (wanted === '') return found;
  const key = toTitleKey(title);
  // For each unit of the key, the range of the title's character that it comes from.
  const ranges: (readonly [number, number])[] = [];
  let start = 0;
  for (const character of title) {
    const range = [start, (start += character.length)] as const;
    for (const _ of toTitleKey(character).split('')) ranges.push(range);
  }
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + wanted.length)) {
    const from = ranges[at]?.[0] ?? 0;
    const to = ranges[at + wanted.length - 1]?.[1] ?? start;
    // Two matches may share a character that has two units in the key.
    if (from >= (found.at(-1)?.[1] ?? 0)) found.push([from, to]);
  }
  return found;
}

import { toTitleKey } from '#contract/text/title-key.ts';

/**
 * Where a title holds what is searched for: pairs of start and end in the title's own units, in order, not overlapping. Search compares
 * title keys, and a key may be longer than its title ('İ' becomes two units): places in the key are brought back to whole letters.
 */
export function findTextMatches(title: string, search: string): (readonly [start: number, end: number])[] {
  const wanted = toTitleKey(search.trim());
  const found: (readonly [number, number])[] = [];
  if (wanted === '') return found;
  const key = toTitleKey(title);
  // For each unit of the key the letter of the title that it comes from.
  const letters: (readonly [number, number])[] = [];
  let start = 0;
  for (const letter of title) {
    const place = [start, (start += letter.length)] as const;
    for (const _ of toTitleKey(letter).split('')) letters.push(place);
  }
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + wanted.length)) {
    const from = letters[at]?.[0] ?? 0;
    const to = letters[at + wanted.length - 1]?.[1] ?? start;
    // Two hits may share a letter that is two units in the key.
    if (from >= (found.at(-1)?.[1] ?? 0)) found.push([from, to]);
  }
  return found;
}

import { toTitleKey } from '#contract/title-key.ts';

/**
 * Where a title holds what is searched for: pairs of start and end in the title's own units, in order, not overlapping. Search compares
 * title keys, and a key may be longer than its title ('İ' becomes two units): places in the key are brought back to whole letters.
 */
export function findInTitle(title: string, search: string): (readonly [start: number, end: number])[] {
  const wanted = toTitleKey(search.trim());
  if (wanted === '') return [];
  const key = toTitleKey(title);
  const letterAt = key.length === title.length ? undefined : mapLetters(title);
  const found: (readonly [number, number])[] = [];
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    const range = letterAt ? ([letterAt(at).start, letterAt(end - 1).end] as const) : ([at, end] as const);
    // Two hits may share a letter that is two units in the key.
    if (range[0] >= (found.at(-1)?.[1] ?? 0)) found.push(range);
  }
  return found;
}

/** For a place in the key, the letter of the title that it comes from. */
function mapLetters(title: string): (at: number) => { readonly start: number; readonly end: number } {
  const letters: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (const letter of title) {
    const place = { start, end: start + letter.length };
    for (let unit = 0; unit < toTitleKey(letter).length; unit++) letters.push(place);
    start = place.end;
  }
  return (at) => letters[at] ?? { start, end: start };
}

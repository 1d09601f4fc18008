import { splitSearchWords, toSearchFold } from './search-fold.ts';
import { toTitleKey } from './title-key.ts';

/** A text as searches read it. */
export interface SearchableText {
  readonly key: string;
  /** The folded words of each line, each after a space. */
  readonly words: string;
}

/** Prepares a text for searches; a list that is searched at every keystroke keeps the result. A search does not cross a line feed. */
export const toSearchable = (text: string): SearchableText => ({
  key: toTitleKey(text),
  words: toSearchFold(text)
    .split('\n')
    .map((line) =>
      splitSearchWords(line)
        .map((word) => ` ${word}`)
        .join(''),
    )
    .join('\n'),
});

/**
 * Returns a function that tests whether a text contains a search. It does if it contains the typed characters, in upper or lower case. It also
 * does if, in its folded form, the search begins where a word begins; spaces between words do not count, so `GX-770` contains `gx770`. An empty
 * search is in every text.
 */
export function createTextSearch(search: string): (text: SearchableText) => boolean {
  const key = toTitleKey(search.trim());
  const joined = splitSearchWords(search).join('');
  // Only letters and digits, which need no escaping in a pattern.
  const folded = joined === '' ? undefined : new RegExp(` ${[...joined].join(' ?')}`, 'u');
  return (text) => text.key.includes(key) || (folded?.test(text.words) ?? false);
}

import { splitSearchWords } from '#contract/text/search-fold.ts';
import { toTitleKey } from '#contract/text/title-key.ts';

/** Matches a letter with its accents, or a Hangul syllable: either may be composed or decomposed. */
const LETTERS = /[\u1100-\u115f][\u1160-\u11ff]*|\P{M}\p{M}*|\p{M}+/gsu;

type Range = readonly [start: number, end: number];

/**
 * Returns where a title contains the search text: pairs of start and end in UTF-16 units of the title, in order, not overlapping. Title
 * keys are compared first. If that finds nothing, the words are compared without accents, whether they are joined or split.
 */
export function findTextMatches(title: string, search: string): Range[] {
  const key = toTitleKey(search.trim());
  if (key === '') return [];
  const found = findUnits(title, key, toTitleKey);
  const joined = splitSearchWords(search).join('');
  return found.length > 0 || joined === '' ? found : findUnits(title, joined, toWordLetters, true);
}

/** A letter in its folded form; '' for one that belongs to no word. */
const toWordLetters = (letter: string): string => splitSearchWords(letter).join('');

/**
 * Finds a text in the title as `toForm` folds it. That form may be longer than the title ('İ' becomes two units of a key) or shorter (a letter
 * and its accent become one), so positions in it are mapped back to whole letters. `fromWords`: only matches at the start of a word.
 */
function findUnits(title: string, wanted: string, toForm: (letter: string) => string, fromWords = false): Range[] {
  const found: Range[] = [];
  /** For each unit of the form, the range of the letter in the title that it comes from; `wordStarts`: the units that begin a word. */
  const ranges: Range[] = [];
  const wordStarts = new Set<number>();
  let form = '';
  let start = 0;
  let isBetween = true;
  for (const [letter] of title.matchAll(LETTERS)) {
    const range = [start, (start += letter.length)] as const;
    const units = toForm(letter);
    if (isBetween) wordStarts.add(form.length);
    isBetween = units === '';
    form += units;
    for (let unit = 0; unit < units.length; unit++) ranges.push(range);
  }
  // The form of the whole title may differ from those of its letters: a Greek letter changes at the end of a word.
  const whole = fromWords ? form : toForm(title);
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
    if (fromWords && !wordStarts.has(at)) continue;
    const from = ranges[at]?.[0] ?? 0;
    const to = ranges[at + wanted.length - 1]?.[1] ?? start;
    // Two matches may share a letter that has two units in the form.
    if (from >= (found.at(-1)?.[1] ?? 0)) found.push([from, to]);
  }
  return found;
}

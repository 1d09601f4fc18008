/** Characters after which a word of a title starts; a list that a database can compare as well. */
export const WORD_BREAKS = ' -/([{,.:;+"\'&|_';

const isBreak = new Uint8Array(128);
for (let at = 0; at < WORD_BREAKS.length; at++) isBreak[WORD_BREAKS.charCodeAt(at)] = 1;

/** Returns where a text, which may begin before the place to look from, has another one at the start of a word; -1 if nowhere before the end. */
export function findWordStart(text: string, needle: string, from = 0, end = text.length, begin = from): number {
  const first = needle.charCodeAt(0);
  // Comparing units costs a fraction of a search from each hit to the next: a letter is in most titles several times.
  for (let at = from; at <= end - needle.length; at++) {
    const isStart = text.charCodeAt(at) === first && (at === begin || isBreak[text.charCodeAt(at - 1)] === 1);
    if (isStart && text.startsWith(needle, at)) return at;
  }
  return -1;
}

/** Characters after which a word of a title starts; a plain list, so that a database can compare with it as well. */
export const WORD_BREAKS = ' -/([{,.:;+"\'&|_';

const isBreak = new Uint8Array(128);
for (let at = 0; at < WORD_BREAKS.length; at++) isBreak[WORD_BREAKS.charCodeAt(at)] = 1;

/** Returns where `needle` is at the start of a word between `from` and `end`; -1 if nowhere. `begin`: where the text starts, if before `from`. */
export function findWordStart(text: string, needle: string, from = 0, end = text.length, begin = from): number {
  const first = needle.charCodeAt(0);
  // Comparing code units costs a fraction of repeated `indexOf` calls: most titles have the first letter several times.
  for (let at = from; at <= end - needle.length; at++) {
    const isStart = text.charCodeAt(at) === first && (at === begin || isBreak[text.charCodeAt(at - 1)] === 1);
    if (isStart && text.startsWith(needle, at)) return at;
  }
  return -1;
}

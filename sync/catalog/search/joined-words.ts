import type { WordIndex } from './word-index.ts';

/** The maximum number of neighboring words of a search that are tried as one. */
const MAX_JOINED = 4;

/** Neighboring words of a search, written as one. */
export interface SearchedRun {
  readonly text: string;
  readonly words: readonly string[];
}

/**
 * The rows whose titles contain a run. `partial`: 1 where the run ends inside a word of the title, else 0. A row may occur more than once.
 */
export interface RunHits {
  readonly rows: number[];
  readonly partial: number[];
}

/** Lists all runs of neighboring words of a search, single words included. */
export const listRuns = (words: readonly string[]): SearchedRun[] =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_JOINED, words.length - from) }, (__, more) => {
      const run = words.slice(from, from + more + 1);
      return { text: run.join(''), words: run };
    }),
  );

/**
 * Finds runs in the titles, in one pass over the words of all titles. A title contains a run if its neighboring words, written as one,
 * begin with the run: `GX-770` contains `gx770`. A run of several searched words may also be the beginning of a single word of the title.
 */
export function findRuns(index: WordIndex, runs: readonly SearchedRun[]): ReadonlyMap<SearchedRun, RunHits> {
  const hits = new Map(runs.map((run) => [run, { rows: [], partial: [] } as RunHits]));
  const { startsRun, runsOf } = findStarters(index.words, runs);
  const { starts, wordsOfRows } = index;
  for (let row = 0; row < index.rows; row++) {
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++) {
      const number = wordsOfRows[at] as number;
      if (startsRun[number] === 0) continue;
      for (const run of runsOf.get(number) ?? []) {
        const partial = matchRun(index, run, at, end);
        if (partial === undefined) continue;
        hits.get(run)?.rows.push(row);
        hits.get(run)?.partial.push(partial);
      }
    }
  }
  return hits;
}

/**
 * Finds the words of titles with which a run can begin. `startsRun`: a flag per word number; `runsOf`: the runs that such a word can begin.
 */
function findStarters(words: readonly string[], runs: readonly SearchedRun[]) {
  const startsRun = new Uint8Array(words.length);
  const runsOf = new Map<number, SearchedRun[]>();
  for (const [number, word] of words.entries()) {
    for (const run of runs) {
      const isStart = word.length < run.text.length ? run.text.startsWith(word) : word.startsWith(run.text);
      // A word that begins with a single searched word is left out here: `costWords` finds it.
      if (!isStart || (run.words.length === 1 && word.length >= run.text.length)) continue;
      startsRun[number] = 1;
      const known = runsOf.get(number);
      if (known) known.push(run);
      else runsOf.set(number, [run]);
    }
  }
  return { startsRun, runsOf };
}

/** Returns 0 if the run matches whole words of a title from `from` on, 1 if it ends inside a word; undefined if it does not match. */
function matchRun({ words, wordsOfRows }: WordIndex, { text }: SearchedRun, from: number, end: number) {
  let matched = 0;
  for (let at = from; at < end; at++) {
    const word = words[wordsOfRows[at] as number] as string;
    const rest = text.length - matched;
    if (word.length >= rest) return word.startsWith(text.slice(matched)) ? Number(word.length > rest) : undefined;
    if (!text.startsWith(word, matched)) return undefined;
    matched += word.length;
  }
  return undefined;
}

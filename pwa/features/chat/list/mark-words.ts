import { findTextMatches } from '#pwa/ui/find-text-matches.ts';

/** A piece of a message, and whether it was searched for. */
export interface MarkedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** How much of a message stands before its first hit and behind it. */
const BEFORE = 30;
const BEHIND = 120;

/** The part of a message around the first of the words that were searched for, each of them marked. */
export function markWords(content: string, words: string): readonly MarkedPart[] {
  const line = content.replace(/\s+/g, ' ').trim();
  const found = mergePlaces(
    words
      .trim()
      .split(/\s+/)
      .flatMap((word) => findTextMatches(line, word)),
  );
  const first = found[0]?.[0] ?? 0;
  const start = first <= BEFORE ? 0 : beginOfWord(line, first - BEFORE);
  const end = Math.min(line.length, first + BEHIND);
  const parts: MarkedPart[] = [];
  const add = (text: string, isHit: boolean): void => void (text !== '' && parts.push({ text, isHit }));
  let at = start;
  if (start > 0) add('…', false);
  for (const [from, to] of found) {
    if (from >= end) break;
    add(line.slice(at, from), false);
    add(line.slice(from, to), true);
    at = to;
  }
  add(line.slice(at, endOfLetter(line, end)), false);
  if (end < line.length) add('…', false);
  return parts;
}

/** Places in order; those that touch or overlap become one. */
function mergePlaces(places: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const merged: [number, number][] = [];
  for (const [from, to] of places.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

const beginOfWord = (line: string, from: number): number => {
  const space = line.indexOf(' ', from);
  return space >= 0 && space < from + BEFORE ? space + 1 : from + BEFORE;
};

/** An emoji of two units is not cut in two. */
const endOfLetter = (line: string, end: number): number =>
  /[\ud800-\udbff]/.test(line[end - 1] ?? '') ? end - 1 : end;

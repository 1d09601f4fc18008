import { findTextMatches } from '#pwa/ui/find-text-matches.ts';

/** A part of a message; `isHit` if it matches a search word. */
export interface MarkedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** The length of an excerpt before and after the start of its first hit, in UTF-16 units. */
const BEFORE = 30;
const AFTER = 120;

/** Returns an excerpt of a message around the first match of the search words, with every match marked. */
export function markWords(content: string, words: string): readonly MarkedPart[] {
  const line = content.replace(/\s+/g, ' ').trim();
  const matches = findMatches(line, words);
  const first = matches[0]?.[0] ?? 0;
  const start = first <= BEFORE ? 0 : wordStart(line, first - BEFORE);
  const end = Math.min(line.length, first + AFTER);
  const parts: MarkedPart[] = [];
  const add = (text: string, isHit: boolean): void => void (text !== '' && parts.push({ text, isHit }));
  let at = start;
  if (start > 0) add('…', false);
  for (const [from, to] of matches) {
    if (from >= end) break;
    add(line.slice(at, from), false);
    add(line.slice(from, to), true);
    at = to;
  }
  add(line.slice(at, characterEnd(line, end)), false);
  if (end < line.length) add('…', false);
  return parts;
}

/** Returns a whole text with every match of the search words marked. */
export function markAll(text: string, words: string): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [from, to] of findMatches(text, words)) {
    if (from > at) parts.push({ text: text.slice(at, from), isHit: false });
    parts.push({ text: text.slice(from, to), isHit: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}

const findMatches = (text: string, words: string): readonly (readonly [number, number])[] =>
  mergeRanges(
    words
      .trim()
      .split(/\s+/)
      .flatMap((word) => findTextMatches(text, word)),
  );

/** Sorts ranges and joins those that touch or overlap. */
function mergeRanges(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

const wordStart = (line: string, from: number): number => {
  const space = line.indexOf(' ', from);
  return space >= 0 && space < from + BEFORE ? space + 1 : from + BEFORE;
};

/** Returns `end`, or the index before it if `end` would split a surrogate pair. */
const characterEnd = (line: string, end: number): number =>
  /[\ud800-\udbff]/.test(line[end - 1] ?? '') ? end - 1 : end;

import { VOID_TAGS } from '#contract/text/rich-text.ts';

/** Far above MAX_TEXT_DEPTH, and above the depth of any text written by hand, even one whose elements are never closed. */
const MAX_PARSED_DEPTH = 2_000;

const VOID: ReadonlySet<string> = new Set(VOID_TAGS);
/** A match ends at the first bracket after its `<`, so that scanning is linear in the length. */
const TAG = /<\/?[a-z][^<>]*>/gi;
const TAG_NAME = /^<\/?([a-z][^\s/>]*)/i;

/**
 * Removes the tags of elements that are nested too deeply; their text stays. A parser moves its whole stack for each element, so that
 * 60,000 open ones keep it busy for seconds. This does not sanitize: the caller does. Pure.
 */
export function limitDepth(html: string): string {
  /** Upper bounds of the parser's open elements, by name. */
  const open = new Map<string, number>();
  const removed = new Map<string, number>();
  let depth = 0;
  return html.replaceAll(TAG, (tag) => {
    const name = TAG_NAME.exec(tag)?.[1]?.toLowerCase() ?? '';
    if (VOID.has(name)) return tag;
    if (!tag.startsWith('</')) {
      const isTooDeep = depth >= MAX_PARSED_DEPTH;
      count(isTooDeep ? removed : open, name, 1);
      if (!isTooDeep) depth += 1;
      return isTooDeep ? '' : tag;
    }
    // The closing tag of a removed element is removed as well.
    if (count(removed, name, -1)) return '';
    if (count(open, name, -1)) depth -= 1;
    return tag;
  });
}

/** Adds to a name's count, but never goes below 0; returns whether the count changed. */
function count(numbers: Map<string, number>, name: string, change: 1 | -1): boolean {
  const next = (numbers.get(name) ?? 0) + change;
  if (next < 0) return false;
  numbers.set(name, next);
  return true;
}

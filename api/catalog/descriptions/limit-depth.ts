import { VOID_TAGS } from '#contract/text/rich-text.ts';

/** Many more than are drawn, and more than any text has that a person wrote, also where elements are never closed. */
const MAX_PARSED_DEPTH = 2_000;

const VOID: ReadonlySet<string> = new Set(VOID_TAGS);
/** From each `<` to the next bracket and no further: the time that it takes grows with the length alone. */
const TAG = /<\/?[a-z][^<>]*>/gi;
const TAG_NAME = /^<\/?([a-z][^\s/>]*)/i;

/**
 * A text without those elements that lie too deep inside of others; their words stay. A parser moves its whole stack for each element, so
 * that 60,000 open ones keep it busy for seconds. Nothing is made safe here: that is for what comes after. Pure.
 */
export function limitDepth(html: string): string {
  /** At least as many of each name as the parser has open. */
  const open = new Map<string, number>();
  const left = new Map<string, number>();
  let depth = 0;
  return html.replaceAll(TAG, (tag) => {
    const name = TAG_NAME.exec(tag)?.[1]?.toLowerCase() ?? '';
    if (VOID.has(name)) return tag;
    if (!tag.startsWith('</')) {
      const isTooDeep = depth >= MAX_PARSED_DEPTH;
      count(isTooDeep ? left : open, name, 1);
      if (!isTooDeep) depth += 1;
      return isTooDeep ? '' : tag;
    }
    // The end of an element that was left out goes with it.
    if (count(left, name, -1)) return '';
    if (count(open, name, -1)) depth -= 1;
    return tag;
  });
}

/** Adds to a name's number, but takes nothing from one that is 0; says whether it has changed. */
function count(numbers: Map<string, number>, name: string, change: 1 | -1): boolean {
  const next = (numbers.get(name) ?? 0) + change;
  if (next < 0) return false;
  numbers.set(name, next);
  return true;
}

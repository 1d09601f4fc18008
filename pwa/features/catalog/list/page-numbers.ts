/** Number of pages on each side of the current one that have a button. */
const NEIGHBOURS = 1;
/** Up to this number of pages, every page has a button. */
const MAX_BUTTONS = 7;

/** Returns the page buttons: the first, the last, the current one with its neighbors; `null` is a gap of at least two pages. */
export function selectPageNumbers(page: number, pageCount: number): (number | null)[] {
  if (pageCount <= MAX_BUTTONS) return range(1, pageCount);
  // The range around the current page has the same number of buttons on every page, also on the first and the last one.
  const width = NEIGHBOURS * 2 + 1;
  const start = Math.min(Math.max(page - NEIGHBOURS, 1), pageCount - width + 1);
  const end = start + width - 1;
  return [...gapBefore(start), ...range(start, end), ...gapAfter(end, pageCount)];
}

function gapBefore(start: number): (number | null)[] {
  if (start <= 3) return range(1, start - 1);
  return [1, null];
}

function gapAfter(end: number, pageCount: number): (number | null)[] {
  if (end >= pageCount - 2) return range(end + 1, pageCount);
  return [null, pageCount];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index);

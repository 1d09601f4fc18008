import type { FieldChange } from '#contract/products/admin-product.ts';

const MAX_LENGTH = 120;
/** Number of characters kept before the first difference. */
const LEAD = 20;

/** Returns a change whose long values are cut at both ends, down to the text around their first difference. */
export function clipChange({ field, before, after }: FieldChange): FieldChange {
  if (Math.max(before.length, after.length) <= MAX_LENGTH) return { field, before, after };
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const start = Math.max(0, same - LEAD);
  return { field, before: clip(before, start), after: clip(after, start) };
}

function clip(text: string, start: number): string {
  const end = start + MAX_LENGTH;
  // Drops the half of an emoji that the cut would leave.
  const part = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '');
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

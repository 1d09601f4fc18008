import type { FieldChange } from '#contract/products/admin-product.ts';

const MAX_LENGTH = 120;
/** Characters before the first difference that stay. */
const LEAD = 20;

/** Returns a change with the beginnings of long values cut off, and their ends: what remains is around the first difference. */
export function clipChange({ field, before, after }: FieldChange): FieldChange {
  if (Math.max(before.length, after.length) <= MAX_LENGTH) return { field, before, after };
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const start = Math.max(0, same - LEAD);
  return { field, before: clip(before, start), after: clip(after, start) };
}

function clip(text: string, start: number): string {
  const end = start + MAX_LENGTH;
  // Cuts beside a half of an emoji, not through it.
  const part = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '');
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

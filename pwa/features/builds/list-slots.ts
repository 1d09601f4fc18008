import type { CategoryCount } from '#sync/api/engine-api.ts';
import type { AssessedPart } from './assess-build.ts';

/** The maximum number of slots that a build shows although they are empty: the most common ones. */
const MAX_EMPTY_SLOTS = 12;

/** A slot of a build with its parts. */
export interface Slot<P = AssessedPart> {
  /** Empty for parts whose category is not known. */
  readonly name: string;
  readonly parts: readonly P[];
}

/** Returns the names of the slots: the shop's categories, sorted by the number of its builds that have them, most first. */
export function listSlotNames(categories: readonly CategoryCount[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of categories.flatMap((main) => main.categories))
    counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts.keys()].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

/** Groups parts by slot: the most common slots, then all others that have a part, parts without a slot last. */
export function listSlots<P extends Pick<AssessedPart, 'slot'>>(
  names: readonly string[],
  parts: readonly P[],
): Slot<P>[] {
  const common = names.slice(0, MAX_EMPTY_SLOTS);
  const others = parts.map(({ slot }) => slot).filter((slot) => slot !== '' && !common.includes(slot));
  const slots = [...common, ...new Set(others)];
  if (parts.some(({ slot }) => slot === '')) slots.push('');
  return slots.map((name) => ({ name, parts: parts.filter(({ slot }) => slot === name) }));
}

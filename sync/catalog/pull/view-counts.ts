import type { PageChanges } from '../shop-catalog.ts';
import type { ViewCounts } from '../store/catalog-store.ts';

/**
 * Returns the view counts after a page of changes; `known` itself if it changes none. Each product brings its count along: the feed of views
 * does not repeat that of a restored one, nor the 0 of another product under the id of a deleted one. Pure.
 */
export function viewsAfter(known: ViewCounts, { cards, viewed }: PageChanges): ViewCounts {
  const named = new Map([...cards.map(({ id, view_count }) => [id, view_count] as const), ...viewed]);
  const counts = known.counts.slice();
  let isChanged = false;
  for (let at = 0; at < counts.length; at++) {
    const id = known.ids[at] as number;
    const count = named.get(id);
    if (count === undefined) continue;
    isChanged ||= counts[at] !== count;
    counts[at] = count;
    named.delete(id);
  }
  const added = [...named].filter(([, count]) => count > 0);
  if (!isChanged && added.length === 0) return known;
  return {
    ids: append(
      known.ids,
      added.map(([id]) => id),
    ),
    counts: append(
      counts,
      added.map(([, count]) => count),
    ),
  };
}

function append(numbers: Uint32Array, added: readonly number[]): Uint32Array {
  const all = new Uint32Array(numbers.length + added.length);
  all.set(numbers);
  all.set(added, numbers.length);
  return all;
}

import type { WireCard } from '#contract/http/catalog.ts';
import type { ViewCounts } from './store/catalog-store.ts';

/** What a page of changes changes in memory. */
export interface PageChanges {
  readonly cards: readonly WireCard[];
  readonly deletedIds: readonly number[];
  /** View counts that have changed. */
  readonly viewed: readonly (readonly [id: number, count: number])[];
}

/** View counts by product. Those of deleted products may be among them; a product without one has 0. */
export type ViewsById = ReadonlyMap<number, number>;

export const toStoredViews = (views: ViewsById): ViewCounts => ({
  ids: Uint32Array.from(views.keys()),
  counts: Uint32Array.from(views.values()),
});

export function fromStoredViews({ ids, counts }: ViewCounts): ViewsById {
  const views = new Map<number, number>();
  for (let at = 0; at < ids.length; at++) views.set(ids[at] as number, counts[at] as number);
  return views;
}

/**
 * Returns the counts after a page of changes; `known` itself if it changes none. Each product brings its count along: the feed of views does not
 * repeat that of a restored one, nor the 0 of another product under the id of a deleted one. Pure.
 */
export function viewsAfter(known: ViewsById, { cards, viewed }: PageChanges): ViewsById {
  const named = [...cards.map(({ id, view_count }) => [id, view_count] as const), ...viewed];
  return named.every(([id, count]) => count === (known.get(id) ?? 0)) ? known : new Map([...known, ...named]);
}

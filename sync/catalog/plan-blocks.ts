import type { BlockEntry, Manifest } from '#contract/http/sync.ts';

/** What to do so that a device holds a manifest's blocks. */
export interface BlockPlan {
  /** In the order in which to fetch. */
  readonly fetch: readonly BlockEntry[];
  readonly keep: readonly BlockEntry[];
}

/** Cards make a shop usable and view counts complete them; details can wait. */
const KIND_ORDER: Record<BlockEntry['kind'], number> = { cards: 0, views: 1, details: 2 };

/** Compares a manifest with the stored blocks; blocks that hold the opened main category come first of their kind. Pure. */
export function planBlocks(
  manifest: Manifest,
  stored: ReadonlySet<string>,
  openedMainCategory?: string | null,
): BlockPlan {
  const isOpened = (block: BlockEntry): boolean =>
    block.shelves?.some((shelf) => shelf.mainCategory === openedMainCategory) ?? false;
  const fetch = manifest.blocks
    .filter((block) => !stored.has(block.hash))
    .toSorted((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || Number(isOpened(b)) - Number(isOpened(a)));
  return { fetch, keep: manifest.blocks.filter((block) => stored.has(block.hash)) };
}

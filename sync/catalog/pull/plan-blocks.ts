import type { BlockEntry, Manifest } from '#contract/http/catalog.ts';

/** Cards make a shop usable and view counts complete them; details can wait. */
const KIND_ORDER: Record<BlockEntry['kind'], number> = { cards: 0, views: 1, details: 2 };

/** Plans the blocks of a manifest to fetch, in order: within each kind those of the opened main category first. Pure. */
export function planBlocks(
  manifest: Manifest,
  stored: ReadonlySet<string>,
  openedMainCategory?: string | null,
): readonly BlockEntry[] {
  const isOpened = (block: BlockEntry): boolean =>
    block.shelves?.some((shelf) => shelf.mainCategory === openedMainCategory) ?? false;
  return manifest.blocks
    .filter((block) => !stored.has(block.hash))
    .sort((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || Number(isOpened(b)) - Number(isOpened(a)));
}

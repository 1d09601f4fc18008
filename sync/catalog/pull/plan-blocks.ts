import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { BlockKind, NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { MAX_TOGETHER_BLOCKS, MAX_TOGETHER_BYTES } from '#contract/limits.ts';

/** Cards make a shop usable and view counts complete them; links and placeholders follow, and details can wait. */
const KIND_ORDER: Record<BlockKind, number> = { cards: 0, views: 1, column: 2, details: 3 };

/** Whether a shop can be shown before a block arrives. */
export const isLater = ({ kind }: Pick<NamedBlock, 'kind'>): boolean => kind === 'column' || kind === 'details';

/** Returns the blocks to fetch, in order. Within each kind and column, those of the opened main category come first. Pure. */
export function planBlocks(
  manifest: Manifest,
  stored: ReadonlySet<string>,
  openedMainCategory?: string | null,
): readonly NamedBlock[] {
  const blocks = listBlocks(manifest);
  const columns = [...new Set(blocks.map(({ column }) => column))];
  const isOpened = ({ shelves }: NamedBlock): boolean =>
    shelves?.some(({ mainCategory }) => mainCategory === openedMainCategory) ?? false;
  return blocks
    .filter(({ hash }) => !stored.has(hash))
    .sort(
      (a, b) =>
        KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
        columns.indexOf(a.column) - columns.indexOf(b.column) ||
        Number(isOpened(b)) - Number(isOpened(a)),
    );
}

/** Divides blocks into those that one request fetches together, in their order. Pure. */
export function groupBlocks(blocks: readonly NamedBlock[]): readonly (readonly NamedBlock[])[] {
  const groups: NamedBlock[][] = [];
  let sizeBytes = 0;
  for (const block of blocks) {
    const group = groups.at(-1);
    sizeBytes += block.bytes;
    if (group && group.length < MAX_TOGETHER_BLOCKS && sizeBytes <= MAX_TOGETHER_BYTES) {
      group.push(block);
      continue;
    }
    groups.push([block]);
    sizeBytes = block.bytes;
  }
  return groups;
}

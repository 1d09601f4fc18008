import { ALL_CATEGORIES, hasCategory, listBlocks } from '#contract/blocks/list-blocks.ts';
import type { BlockKind, NamedBlock, OpenedCategory } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { MAX_TOGETHER_BLOCKS, MAX_TOGETHER_BYTES } from '#contract/limits.ts';

/** Cards make a shop usable and view counts complete them; links and placeholders follow, and details can wait. */
const KIND_ORDER: Record<BlockKind, number> = { cards: 0, views: 1, column: 2, details: 3 };

/** Whether a shop can be shown before a block arrives. */
export const isLater = ({ kind }: Pick<NamedBlock, 'kind'>): boolean => kind === 'column' || kind === 'details';

/**
 * Divides the blocks to fetch, each part in the order of `planBlocks`: `needed` has the view counts and the cards of the opened category,
 * which must be here before it is shown. If no block has that category, all cards are needed. Pure.
 */
export function divideBlocks(
  manifest: Manifest,
  stored: ReadonlySet<string>,
  opened: OpenedCategory,
): { readonly needed: readonly NamedBlock[]; readonly later: readonly NamedBlock[] } {
  const isOfOpened = (block: NamedBlock): boolean => block.kind === 'cards' && hasCategory(block, opened);
  const isKnown = manifest.blocks.some(isOfOpened);
  const isNeeded = (block: NamedBlock): boolean =>
    !isLater(block) && (block.kind !== 'cards' || !isKnown || isOfOpened(block));
  const missing = planBlocks(manifest, stored, opened);
  return { needed: missing.filter(isNeeded), later: missing.filter((block) => !isNeeded(block)) };
}

/**
 * Returns the blocks to fetch, in order. Within each kind and column, those of the opened category come first, then those of its main
 * category. Pure.
 */
export function planBlocks(
  manifest: Manifest,
  stored: ReadonlySet<string>,
  opened: OpenedCategory = ALL_CATEGORIES,
): readonly NamedBlock[] {
  const blocks = listBlocks(manifest);
  const columns = [...new Set(blocks.map(({ column }) => column))];
  const nearness = (block: NamedBlock): number =>
    Number(hasCategory(block, opened)) + Number(hasCategory(block, { ...opened, category: null }));
  return blocks
    .filter(({ hash }) => !stored.has(hash))
    .sort(
      (a, b) =>
        KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
        columns.indexOf(a.column) - columns.indexOf(b.column) ||
        nearness(b) - nearness(a),
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

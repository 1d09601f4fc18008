import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { BlockKind, NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';

/** Cards make a shop usable and view counts complete them; links and placeholders follow, and details can wait. */
const KIND_ORDER: Record<BlockKind, number> = { cards: 0, views: 1, column: 2, details: 3 };

/** Whether a shop can be shown before a block arrives. */
export const isLater = ({ kind }: Pick<NamedBlock, 'kind'>): boolean => kind === 'column' || kind === 'details';

/** Plans the blocks of a manifest to fetch, in order: within each kind and column those of the opened main category first. Pure. */
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

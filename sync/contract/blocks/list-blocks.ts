import type { BlockEntry, Manifest } from '../http/catalog.ts';
import type { BrowseState } from '../products/browse.ts';

/** What a block contains. `column`: see `columnEntrySchema`; for the other kinds see `blockEntrySchema`. */
export type BlockKind = BlockEntry['kind'] | 'column';

/** One block of a manifest, whether it has an entry of its own or is a column of one. */
export interface NamedBlock {
  readonly kind: BlockKind;
  readonly hash: string;
  readonly bytes: number;
  /** For a details block: number of its range of ids. */
  readonly range?: number | undefined;
  /** For a cards block and its columns: the categories. */
  readonly shelves?: BlockEntry['shelves'];
  /** For a column: its name. */
  readonly column?: string;
}

/** A list's main category and category; null stands for all of them. */
export type OpenedCategory = Pick<BrowseState, 'mainCategory' | 'category'>;

export const ALL_CATEGORIES: OpenedCategory = { mainCategory: null, category: null };

/** Whether a block may have products of the categories that a list shows. */
export const hasCategory = ({ shelves }: Pick<NamedBlock, 'shelves'>, opened: OpenedCategory): boolean =>
  !shelves ||
  shelves.some(
    ({ mainCategory, category }) =>
      (opened.mainCategory === null || opened.mainCategory === mainCategory) &&
      (opened.category === null || opened.category === category),
  );

/** Lists all blocks of a manifest: each entry, followed by its columns, which have blocks of their own. */
export const listBlocks = ({ blocks }: Pick<Manifest, 'blocks'>): NamedBlock[] =>
  blocks.flatMap((entry) => [
    entry,
    ...(entry.columns ?? []).map(({ name, hash, bytes }): NamedBlock => ({
      kind: 'column',
      hash,
      bytes,
      column: name,
      shelves: entry.shelves,
    })),
  ]);

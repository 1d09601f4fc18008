import { CARDS_BLOCK_ROWS } from '#contract/limits.ts';
import type { CategoryCount } from '../reads/catalog.repository.ts';

/** A part of a shop that one cards block holds as a whole: a category, or a range of ids of a very large one. */
export interface CardsUnit {
  readonly main_category: string;
  readonly category: string;
  /** First and last id; undefined: the whole category. */
  readonly ids?: readonly [first: number, last: number];
  readonly rows: number;
}

/** Counts the products of a category by `floor(id / blockRows)`, in ascending order; called for very large categories only. */
export type CountByRange = (count: CategoryCount) => Promise<readonly { range: number; rows: number }[]>;

/** A category with more rows than this number of blocks has is split, so that a change in it does not rebuild an oversized block. */
const MAX_UNIT_BLOCKS = 1.5;
/** A last block with less than this part of a block's rows joins the block before it: its request would cost more than its bytes. */
const MIN_LAST_BLOCK = 1 / 4;

/**
 * Packs categories (very large ones in ranges of ids), in their order, into blocks of `blockRows` rows or slightly more. Deterministic; a
 * category that grows moves only the borders of later blocks.
 */
export async function planCardsBlocks(
  counts: readonly CategoryCount[],
  countByRange: CountByRange,
  blockRows: number = CARDS_BLOCK_ROWS,
): Promise<CardsUnit[][]> {
  const blocks: CardsUnit[][] = [];
  let block: CardsUnit[] = [];
  let rows = 0;
  for (const count of counts) {
    for (const unit of await toUnits(count, countByRange, blockRows)) {
      block.push(unit);
      rows += unit.rows;
      if (rows < blockRows) continue;
      blocks.push(block);
      block = [];
      rows = 0;
    }
  }
  const last = blocks.at(-1);
  if (last && rows < blockRows * MIN_LAST_BLOCK) last.push(...block);
  else if (block.length > 0) blocks.push(block);
  return blocks;
}

async function toUnits(count: CategoryCount, countByRange: CountByRange, blockRows: number): Promise<CardsUnit[]> {
  const { main_category, category, total } = count;
  if (total <= blockRows * MAX_UNIT_BLOCKS) return [{ main_category, category, rows: total }];
  const ranges = await countByRange(count);
  return ranges.map(({ range, rows }) => ({
    main_category,
    category,
    ids: idsAround(range * blockRows, blockRows),
    rows,
  }));
}

/** The range of ids by which a very large category is split, around one of its ids. */
export function idsAround(id: number, blockRows: number): readonly [first: number, last: number] {
  const first = id - (id % blockRows);
  return [first, first + blockRows - 1];
}

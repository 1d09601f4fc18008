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

/** Counts the products of a category by `floor(id / CARDS_BLOCK_ROWS)`, in this order; called for very large categories only. */
export type CountByRange = (count: CategoryCount) => Promise<readonly { range: number; rows: number }[]>;

/** A larger category is split, so that a change in it does not rebuild an oversized block. */
const MAX_UNIT_ROWS = CARDS_BLOCK_ROWS * 1.5;
/** A smaller last block joins the one before it: its request would cost more than its bytes. */
const MIN_LAST_ROWS = CARDS_BLOCK_ROWS / 4;

/**
 * Packs whole categories, in their order, into blocks of `CARDS_BLOCK_ROWS` rows or slightly more. Deterministic; a category that grows
 * moves only the borders after it.
 */
export async function planCardsBlocks(
  counts: readonly CategoryCount[],
  countByRange: CountByRange,
): Promise<CardsUnit[][]> {
  const blocks: CardsUnit[][] = [];
  let block: CardsUnit[] = [];
  let rows = 0;
  for (const count of counts) {
    for (const unit of await toUnits(count, countByRange)) {
      block.push(unit);
      rows += unit.rows;
      if (rows < CARDS_BLOCK_ROWS) continue;
      blocks.push(block);
      block = [];
      rows = 0;
    }
  }
  const last = blocks.at(-1);
  if (last && rows < MIN_LAST_ROWS) last.push(...block);
  else if (block.length > 0) blocks.push(block);
  return blocks;
}

async function toUnits(count: CategoryCount, countByRange: CountByRange): Promise<CardsUnit[]> {
  const { main_category, category, total } = count;
  if (total <= MAX_UNIT_ROWS) return [{ main_category, category, rows: total }];
  const ranges = await countByRange(count);
  return ranges.map(({ range, rows }) => ({
    main_category,
    category,
    ids: [range * CARDS_BLOCK_ROWS, (range + 1) * CARDS_BLOCK_ROWS - 1],
    rows,
  }));
}

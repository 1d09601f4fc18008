import { CARDS_BLOCK_ROWS } from '#contract/limits.ts';
import type { CategoryCount } from '../reads/catalog.repository.ts';

/** A part of a shop that a cards block holds as a whole: a category, or of a very large one the ids of one range. */
export interface CardsUnit {
  readonly main_category: string;
  readonly category: string;
  /** First and last id; undefined is all. */
  readonly ids?: readonly [first: number, last: number];
  readonly rows: number;
}

/** Counts the products of a category by `floor(id / CARDS_BLOCK_ROWS)`, in this order; asked for very large categories only. */
export type CountByRange = (count: CategoryCount) => Promise<readonly { range: number; rows: number }[]>;

/** A category beyond this is cut: a change in it would otherwise renew an over-long block. */
const MAX_UNIT_ROWS = CARDS_BLOCK_ROWS * 1.5;
/** A last block below this joins the one before it: a request of its own costs more than its bytes. */
const MIN_LAST_ROWS = CARDS_BLOCK_ROWS / 4;

/**
 * Packs whole categories, in their order, into blocks of `CARDS_BLOCK_ROWS` rows or a little more. The same products give the same blocks,
 * and a category that grows moves only the borders behind it.
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

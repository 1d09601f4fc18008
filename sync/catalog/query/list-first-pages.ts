import { PAGE_SIZE } from '#contract/limits.ts';
import type { SortKey } from '#contract/shops.ts';
import { createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { nameList, nameOrder } from '../store/first-pages.ts';
import type { ListPages, OrderName } from '../store/first-pages.ts';
import { selectFirst, sortRows } from './select-first.ts';
import { findRequiredPrice } from './select-rows.ts';

const SORTS: readonly (SortKey | null)[] = [null, 'views', 'rating', 'priceAsc', 'priceDesc'];

/** A list while its pages are collected. */
interface Collected {
  readonly name: string;
  /** Numbers of its categories. */
  readonly members: readonly number[];
  readonly rows: number[];
  readonly places: Partial<Record<OrderName, number[]>>;
  readonly totals: Partial<Record<OrderName, number>>;
}

/**
 * Computes the first pages of all lists: one step per sort, so that queries can be answered between them. Each is what `queryCatalog` returns,
 * without an order of all rows.
 */
export function* listFirstPages(index: ColumnIndex): Generator<void, ListPages[]> {
  const lists = nameLists(index);
  for (const sort of SORTS) {
    addOrder(index, lists, sort);
    yield;
  }
  return lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows, places, totals }) => ({
      list: name,
      cards: rows.map((row) => index.getCard(row)),
      places,
      totals,
    }));
}

function nameLists({ categories }: ColumnIndex): Collected[] {
  const numbered = categories.map((category, number) => ({ ...category, number }));
  const toList = (name: string, members: readonly { readonly number: number }[]): Collected => ({
    name,
    members: members.map(({ number }) => number),
    rows: [],
    places: {},
    totals: {},
  });
  return [
    toList(nameList(null, null), numbered),
    ...Object.entries(Object.groupBy(numbered, ({ mainCategory }) => mainCategory)).map(([name, members = []]) =>
      toList(nameList(name, null), members),
    ),
    ...numbered.map((category) => toList(nameList(category.mainCategory, category.category), [category])),
  ];
}

function addOrder(index: ColumnIndex, lists: readonly Collected[], sort: SortKey | null): void {
  const requiredPrice = findRequiredPrice(index, sort);
  const accepts = requiredPrice && ((row: number): boolean => requiredPrice(row) > 0);
  const rankOf = sort === null ? undefined : createSortValue(index, sort);
  const counts = countRows(index, accepts);
  // The first products of several categories are among the first ones of each.
  const firstOf = index.categories.map((_category, number) => {
    const isWanted = new Uint8Array(index.categories.length);
    isWanted[number] = 1;
    return selectFirst(index, { limit: PAGE_SIZE, isWanted, rankOf, accepts });
  });
  const order = nameOrder(sort);
  for (const { members, rows, places, totals } of lists) {
    const candidates = members.flatMap((number) => firstOf[number] ?? []);
    if (candidates.length === 0) continue;
    const first = members.length === 1 ? candidates : sortRows(index, candidates, rankOf).slice(0, PAGE_SIZE);
    totals[order] = members.reduce((sum, number) => sum + (counts[number] as number), 0);
    places[order] = first.map((row) => {
      const known = rows.indexOf(row);
      return known < 0 ? rows.push(row) - 1 : known;
    });
  }
}

/** The number of products of each category that a list may have. */
function countRows(index: ColumnIndex, accepts: ((row: number) => boolean) | undefined): number[] {
  const { categories, categoryOf, isDead } = index;
  const totals = categories.map(() => 0);
  for (let row = 0; row < index.rows; row++) {
    if (isDead[row] === 1 || accepts?.(row) === false) continue;
    const category = categoryOf[row] as number;
    totals[category] = (totals[category] as number) + 1;
  }
  return totals;
}

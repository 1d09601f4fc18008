import { isFiltered } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import type { CatalogPage } from '../../worker/engine-api.ts';
import type { ShopState } from './catalog-store.ts';

/** A sort as the name of a member; products without a sort are in alphabetical order. */
export type OrderName = SortKey | 'title';

type ByOrder<T> = Readonly<Partial<Record<OrderName, T>>>;

/** The first pages of one list in every order, with each card once. An order without products is left out. */
export interface ListPages {
  /** The name of the list, from `nameList`. */
  readonly list: string;
  readonly cards: readonly WireCard[];
  /** Where the products of each first page are in `cards`. */
  readonly places: ByOrder<readonly number[]>;
  /** Products on all pages. */
  readonly totals: ByOrder<number>;
}

/** A record with what all stored first pages of a shop share: the state that they are of, and the totals, which change more often than the pages. */
export interface FirstPagesHead {
  readonly state: ShopState;
  readonly totals: Readonly<Record<string, ByOrder<number>>>;
}

/** A record with the first pages of a list: JSON in UTF-8, half the bytes of what IndexedDB makes of the same texts. */
export interface StoredPages {
  readonly list: string;
  readonly pages: Uint8Array;
}

/** Name of the record with the head. */
export const HEAD = '';

/** A record of the table of first pages. */
export type FirstPagesRecord = { readonly shop: ShopKey; readonly list: string } & (FirstPagesHead | StoredPages);

/** Names the list of a category, of a main category (`category` null) or of all products (both null). */
export const nameList = (mainCategory: string | null, category: string | null): string =>
  JSON.stringify([mainCategory, category]);

/** Names the list whose first page a browse state shows; undefined for any other page, for a search and for filters. */
export const findListName = (state: BrowseState): string | undefined =>
  state.page > 1 || state.search !== '' || isFiltered(state) ? undefined : nameList(state.mainCategory, state.category);

export const nameOrder = (sort: SortKey | null): OrderName => sort ?? 'title';

/** Cards by field: what is the same in all of them, and what each has. */
export interface CardFields {
  readonly same: Readonly<Record<string, unknown>>;
  readonly each: Readonly<Record<string, readonly unknown[]>>;
}

/** The content of a record. */
export interface PackedPages extends Pick<ListPages, 'places'> {
  readonly cards: CardFields;
}

/** Reads the first page of a list in the order of a sort; undefined if it is not among the stored ones. */
export function readFirstPage(
  { state, totals }: FirstPagesHead,
  { list, pages }: StoredPages,
  sort: SortKey | null,
): CatalogPage | undefined {
  const order = nameOrder(sort);
  const total = totals[list]?.[order];
  const { cards, places } = JSON.parse(new TextDecoder().decode(pages)) as PackedPages;
  const page = places[order]?.map((place) => toCard(cards, place));
  if (total === undefined || !page) return undefined;
  return { total, cards: page, source: 'device', at: { epoch: state.epoch, seq: state.cursor } };
}

function toCard({ same, each }: CardFields, place: number): WireCard {
  const card: Record<string, unknown> = { ...same };
  for (const [name, values] of Object.entries(each)) card[name] = values[place];
  return card as unknown as WireCard;
}

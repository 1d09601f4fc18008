import { useCallback } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { LIVE_SEARCH_DELAY_MS, MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { ShopRow } from '#contract/shops.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { CatalogApi, WireCard } from '#sync/api/engine-api.ts';
import { BUILD_SHOP, USED_SHOP } from './part-shops.ts';

const AFTER_TYPING = afterDelay(LIVE_SEARCH_DELAY_MS);

/** A product that can become a part. */
export interface PartChoice {
  readonly shop: ShopRow;
  readonly card: WireCard;
}

/** Parts that match, from the shop of new parts and, for a search, also from the shop of used ones. */
export interface PartChoices {
  readonly choices: readonly PartChoice[];
  /** Whether more parts match than are listed. */
  readonly hasMore: boolean;
  /** Whether no title contains the search, so that parts with similar titles are listed instead. */
  readonly isClose: boolean;
}

/** Returns the products for a slot, or for a search in all categories when the slot is null; live. */
export function usePartChoices(slot: string | null, typed: string) {
  const search = typed.normalize('NFC').trim().slice(0, MAX_SEARCH_LENGTH);
  const query: EngineQuery<PartChoices> = useCallback((catalog) => findChoices(catalog, slot, search), [slot, search]);
  return useEngineQuery(BUILD_SHOP.key, query, { when: search === '' ? undefined : AFTER_TYPING });
}

type PartCatalog = Pick<CatalogApi, 'browse' | 'closeMatches' | 'overview'>;

/** Finds the products for a slot or a search; if a search finds none, similar ones. @throws Error when a shop cannot answer */
export async function findChoices(catalog: PartCatalog, slot: string | null, search: string): Promise<PartChoices> {
  const states = await listStates(catalog, slot, search);
  const [own, used] = await Promise.all([
    browseAll(catalog, BUILD_SHOP, states),
    search === '' ? NOTHING : browseAll(catalog, USED_SHOP, [{ ...EMPTY_BROWSE_STATE, search, inStock: true }]),
  ]);
  const choices = [...own.choices, ...used.choices];
  if (choices.length === 0 && search !== '') return findClose(catalog, states);
  return { choices, hasMore: own.hasMore || used.hasMore, isClose: false };
}

const NOTHING: PartChoices = { choices: [], hasMore: false, isClose: false };

const toChoices = (shop: ShopRow, cards: readonly WireCard[]): PartChoice[] => cards.map((card) => ({ shop, card }));

/** Finds the parts close to a search that no title contains. */
async function findClose(catalog: PartCatalog, states: readonly BrowseState[]): Promise<PartChoices> {
  const found = await Promise.all(states.map((state) => catalog.closeMatches(BUILD_SHOP.key, state).catch(() => [])));
  return { choices: found.flatMap((cards) => toChoices(BUILD_SHOP, cards)), hasMore: false, isClose: true };
}

/** Returns the states to browse: for a slot, one per main category that has a category with the slot's name. */
async function listStates(catalog: PartCatalog, slot: string | null, search: string): Promise<BrowseState[]> {
  if (slot === null) return [{ ...EMPTY_BROWSE_STATE, search }];
  const { categories } = await catalog.overview(BUILD_SHOP.key);
  return categories
    .filter((main) => main.categories.some(({ category }) => category === slot))
    .map(({ mainCategory }) => ({ ...EMPTY_BROWSE_STATE, mainCategory, category: slot, search }));
}

async function browseAll(catalog: PartCatalog, shop: ShopRow, states: readonly BrowseState[]): Promise<PartChoices> {
  const pages = await Promise.all(states.map((state) => catalog.browse(shop.key, state)));
  return {
    choices: pages.flatMap(({ cards }) => toChoices(shop, cards)),
    hasMore: pages.some(({ cards, total }) => cards.length < total),
    isClose: false,
  };
}

import { useCallback, useEffect, useMemo } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { CatalogOverview } from '#sync/api/engine-api.ts';

/** Categories of a shop's products. */
export interface CategorySuggestions {
  readonly mainCategories: readonly string[];
  /** Categories within one main category. */
  readonly categoriesOf: (mainCategory: string) => readonly string[];
}

const byName = (one: string, other: string): number => one.localeCompare(other);

/** Returns the categories of a shop's products from the device's catalogue, live. The fields accept any other text, too. */
export function useSuggestions(shop: ShopKey): CategorySuggestions {
  const sync = useSync();
  const query: EngineQuery<CatalogOverview> = useCallback((catalog) => catalog.overview(shop), [shop]);
  const { data } = useEngineQuery(shop, query);
  useEffect(() => sync.openShop(shop), [sync, shop]);
  const known = useMemo(
    () =>
      new Map(
        data?.categories.map((group) => [
          group.mainCategory,
          group.categories.map(({ category }) => category).sort(byName),
        ]),
      ),
    [data],
  );
  return {
    mainCategories: [...known.keys()].sort(byName),
    categoriesOf: (mainCategory) => known.get(mainCategory.trim()) ?? [],
  };
}

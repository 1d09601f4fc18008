import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';

/** What products of a shop are sorted under. */
export interface CategorySuggestions {
  readonly mainCategories: readonly string[];
  /** Those of one main category only. */
  readonly categoriesOf: (mainCategory: string) => readonly string[];
}

const byName = (one: string, other: string): number => one.localeCompare(other);

/** Categories that products of a shop have, from this device's catalogue; live. */
export function useSuggestions(shop: ShopKey): CategorySuggestions {
  const sync = useSync();
  const [known, setKnown] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  useEffect(() => {
    let isOver = false;
    const read = (): void => {
      sync.engine.overview(shop, null).then(
        ({ categories }) => {
          if (isOver) return;
          setKnown(
            new Map(
              categories.map((group) => [
                group.mainCategory,
                group.categories.map(({ category }) => category).sort(byName),
              ]),
            ),
          );
        },
        // Suggestions are a help: the fields take any text without them.
        () => undefined,
      );
    };
    sync.openShop(shop);
    read();
    const stop = sync.onCatalogChange(shop, read);
    return () => {
      isOver = true;
      stop();
    };
  }, [sync, shop]);
  return {
    mainCategories: [...known.keys()].sort(byName),
    categoriesOf: (mainCategory) => known.get(mainCategory.trim()) ?? [],
  };
}

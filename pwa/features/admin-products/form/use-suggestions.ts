import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';

/** Categories of a shop's products. */
export interface CategorySuggestions {
  readonly mainCategories: readonly string[];
  /** Categories within one main category. */
  readonly categoriesOf: (mainCategory: string) => readonly string[];
}

const byName = (one: string, other: string): number => one.localeCompare(other);

/** Returns the categories of a shop's products from the device's catalogue, live. */
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
        // Suggestions are optional: the fields accept any text.
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

import { useCallback, useMemo } from 'react';
import { toCard } from '#contract/blocks/card.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopRow } from '#contract/shops.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { CatalogApi, WireCard } from '#sync/api/engine-api.ts';
import { readFacts } from '#contract/text/read-facts.ts';
import type { Fact } from '#contract/text/read-facts.ts';

/** A product of a comparison, as far as it is known. */
export interface ComparedProduct {
  readonly id: number;
  /** Undefined for a product that is missing or not available now. */
  readonly card: WireCard | undefined;
  /** Undefined while the description is not available. */
  readonly facts: readonly Fact[] | undefined;
  /** Whether the shop has no such product. */
  readonly isMissing: boolean;
}

interface FoundProduct {
  readonly id: number;
  readonly card: WireCard | undefined;
  readonly product: Product | undefined;
  readonly isMissing: boolean;
}

/** Returns products by id with their facts, live; undefined until the first answer. */
export function useComparedProducts(shop: ShopRow, ids: readonly number[]): readonly ComparedProduct[] | undefined {
  // As text: callers may pass a new array for the same ids.
  const wanted = ids.join(' ');
  const query: EngineQuery<readonly FoundProduct[]> = useCallback(
    async (catalog) =>
      Promise.all(wanted.split(' ').flatMap((id) => (id === '' ? [] : findProduct(catalog, shop, Number(id))))),
    [shop, wanted],
  );
  const { data } = useEngineQuery(shop.key, query);
  return useMemo(
    () =>
      data?.map(({ id, card, product, isMissing }) => ({
        id,
        card,
        facts: product && readFacts(product.description),
        isMissing,
      })),
    [data],
  );
}

async function findProduct(catalog: CatalogApi, shop: ShopRow, id: number): Promise<FoundProduct> {
  const [card, product] = await Promise.all([
    catalog.card(shop.key, id),
    // The product's details may be neither on the device nor available now.
    catalog.product(shop.key, id).then(
      (found) => ({ found }),
      () => undefined,
    ),
  ]);
  const found = product?.found;
  return {
    id,
    card: card ?? (found && { ...toCard(shop.offer, found), view_count: found.view_count }),
    product: found,
    isMissing: product !== undefined && found === undefined,
  };
}

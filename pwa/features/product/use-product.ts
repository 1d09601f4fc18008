import { useCallback, useEffect, useState } from 'react';
import { toCard } from '#contract/blocks/card.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

/** One open product: its card first, the details when loaded. */
export interface OpenProduct {
  readonly card: WireCard | undefined;
  readonly product: Product | undefined;
  /** `missing`: it does not exist; `unavailable`: its details are neither on the device nor available now. */
  readonly state: 'loading' | 'ready' | 'missing' | 'unavailable';
}

type Shop = ShopDefinition & { readonly key: ShopKey };

/** Wraps a result, because `undefined` from the engine means that the product does not exist. */
type Found<T> = { readonly found: T | undefined };

/**
 * Returns a product by id, live, and records one view. `known` is the clicked card, shown until the engine has answered. With `known`, the
 * engine is asked only after the first frame, which does not need its answer.
 */
export function useProduct(shop: Shop, id: number, known: WireCard | undefined): OpenProduct {
  const { engine } = useSync();
  const readCard: EngineQuery<Found<WireCard>> = useCallback(
    async (catalog) => ({ found: await catalog.card(shop.key, id) }),
    [shop, id],
  );
  const readProduct: EngineQuery<Found<Product>> = useCallback(
    async (catalog) => ({ found: await catalog.product(shop.key, id) }),
    [shop, id],
  );
  // Only the first value of `known` counts: a later one must not start the queries again.
  const [isKnown] = useState(known !== undefined);
  const when = isKnown ? afterPaint : undefined;
  const card = useEngineQuery(shop.key, readCard, { when }).data?.found;
  const { data, hasFailed } = useEngineQuery(shop.key, readProduct, { when });
  const product = data?.found;

  useEffect(() => {
    // A view that cannot be recorded is no error for the visitor. Even a view that ends within its first frame is recorded.
    afterPaint(() => {
      engine.recordView(shop.key, id).catch(() => undefined);
    });
  }, [engine, shop, id]);

  if (data && !product) return { card: undefined, product, state: 'missing' };
  if (product) return { card: card ?? toWireCard(shop, product), product, state: 'ready' };
  return { card: card ?? known, product, state: hasFailed ? 'unavailable' : 'loading' };
}

const toWireCard = (shop: Shop, product: Product): WireCard => ({
  ...toCard(shop.offer, product),
  view_count: product.view_count,
});

import { useCallback, useEffect, useState } from 'react';
import { toCard } from '#contract/blocks/card.ts';
import type { Product } from '#contract/product.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { useSync, useSyncFailure } from '#pwa/platform/engine/use-sync.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';

/** One open product: first its card, then everything. */
export interface OpenProduct {
  readonly card: WireCard | undefined;
  readonly product: Product | undefined;
  /** `missing`: it does not exist; `unavailable`: its details are neither here nor to be had now. */
  readonly state: 'loading' | 'ready' | 'missing' | 'unavailable';
}

type Shop = ShopDefinition & { readonly key: ShopKey };

/** A product by id, live. `known` is the card that the visitor pressed: it is shown without asking. Counts one view. */
export function useProduct(shop: Shop, id: number, known: WireCard | undefined): OpenProduct {
  const sync = useSync();
  const isLost = useSyncFailure();
  const [shown, setShown] = useState<OpenProduct>({ card: known, product: undefined, state: 'loading' });

  const read = useCallback(
    async (isOpen: () => boolean): Promise<void> => {
      const card = await sync.engine.card(shop.key, id).catch(() => undefined);
      if (card && isOpen()) setShown((last) => ({ ...last, card }));
      try {
        const product = await sync.engine.product(shop.key, id);
        if (!isOpen()) return;
        if (!product) setShown({ card: undefined, product: undefined, state: 'missing' });
        else setShown({ card: card ?? toWireCard(shop, product), product, state: 'ready' });
      } catch {
        // Details that were shown stay; the card's facts stand in any case.
        if (isOpen()) setShown((last) => (last.product ? last : { ...last, state: 'unavailable' }));
      }
    },
    [sync, shop, id],
  );

  useEffect(() => {
    let isOpen = true;
    const readNow = (): void => void read(() => isOpen);
    readNow();
    const stopListening = sync.onCatalogChange(shop.key, readNow);
    addEventListener('online', readNow);
    return () => {
      isOpen = false;
      stopListening();
      removeEventListener('online', readNow);
    };
  }, [sync, shop, read]);

  useEffect(() => {
    // A view that cannot be sent is not worth a word to the visitor.
    sync.engine.recordView(shop.key, id).catch(() => undefined);
  }, [sync, shop, id]);

  return isLost && !shown.product ? { ...shown, state: 'unavailable' } : shown;
}

const toWireCard = (shop: Shop, product: Product): WireCard => ({
  ...toCard(shop.offer, product),
  view_count: product.view_count,
});

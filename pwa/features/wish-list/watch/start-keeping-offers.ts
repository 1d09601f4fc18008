import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import { storedWishLists } from '../stored-wish-lists.ts';
import { keepOffers } from './keep-offers.ts';

/** Keeps the saved offers of all wish lists up to date, from now on; returns a function that ends this. */
export function startKeepingOffers({ engine, onCatalogChange }: Pick<Sync, 'engine' | 'onCatalogChange'>): () => void {
  let lists: Partial<Record<ShopKey, readonly number[]>> = {};
  const keep = (shop: ShopKey): void => {
    // A list that a newer release has stored cannot be read here, so its offers stay.
    if (storedWishLists.problem() === 'newer') return;
    // If the engine does not answer, the next change tries again.
    keepOffers(engine.catalog, shop, () => storedWishLists.list(shop)).catch(() => undefined);
  };
  const keepChanged = (): void => {
    const before = lists;
    lists = Object.fromEntries(SHOP_KEYS.map((shop) => [shop, storedWishLists.list(shop)]));
    for (const shop of SHOP_KEYS) if (lists[shop] !== before[shop]) keep(shop);
  };
  const stops = [
    storedWishLists.subscribe(keepChanged),
    ...SHOP_KEYS.map((shop) =>
      onCatalogChange(shop, () => {
        if (storedWishLists.list(shop).length > 0) keep(shop);
      }),
    ),
  ];
  keepChanged();
  return () => {
    for (const stop of stops) stop();
  };
}

import { useCallback, useEffect, useState } from 'react';
import type { DeletedProduct } from '#contract/products/admin-product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';

/** Returns the products of a shop that can be restored, last deleted first; undefined until loaded. */
export function useDeletedProducts(shop: ShopKey): {
  readonly deleted: readonly DeletedProduct[] | undefined;
  readonly refresh: () => void;
} {
  const calls = useAdminCalls();
  const isOnline = !useIsServerLost();
  const [deleted, setDeleted] = useState<readonly DeletedProduct[]>();
  const refresh = useCallback((): void => {
    calls.listDeletedProducts({ query: { shop } }).then(
      (result) => {
        if (result.ok) setDeleted(result.value.products);
      },
      // The last list stays on the screen until the next refresh succeeds.
      () => undefined,
    );
  }, [calls, shop]);
  useEffect(() => {
    if (isOnline) refresh();
  }, [isOnline, refresh]);
  return { deleted, refresh };
}

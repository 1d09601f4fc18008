import { useCallback, useEffect, useState } from 'react';
import type { DeletedProduct } from '#contract/admin-product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';

/** Products of a shop that can be brought back, the last deleted first: undefined until the server has said it. */
export function useDeletedProducts(shop: ShopKey): {
  readonly deleted: readonly DeletedProduct[] | undefined;
  readonly refresh: () => void;
} {
  const { api } = useAdminEngine();
  const isOnline = useOnline();
  const [deleted, setDeleted] = useState<readonly DeletedProduct[]>();
  const refresh = useCallback((): void => {
    api.listDeleted(shop).then(
      (listed) => {
        if (listed.ok) setDeleted(listed.value);
      },
      // What was known stays; it is asked for again with the next change.
      () => undefined,
    );
  }, [api, shop]);
  useEffect(() => {
    if (isOnline) refresh();
  }, [isOnline, refresh]);
  return { deleted, refresh };
}

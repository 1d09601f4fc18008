import { useCallback } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { readNextId, storeNextId } from '#pwa/platform/admin/admin-form-state.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { planNextId } from './plan-next-id.ts';

/** Asks for the id that the next product of a shop may have; without network it is planned from what this device knows. */
export function useNextId(shop: ShopKey): () => Promise<number> {
  const { api } = useAdminEngine();
  const data = useOpenAdminData();
  return useCallback(async () => {
    const asked = await api.nextId(shop).catch(() => undefined);
    if (asked?.ok) storeNextId(shop, asked.value);
    const outbox = (await data?.outbox().catch(() => [])) ?? [];
    return planNextId(shop, readNextId(shop), outbox);
  }, [api, data, shop]);
}

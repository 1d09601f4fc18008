import { useCallback } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { readNextId, storeNextId } from '#pwa/platform/admin/admin-form-state.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { planNextId } from './plan-next-id.ts';

/**
 * Returns a function that proposes the id of the next product. The server proposes it; offline, it is computed from what the device knows.
 * It is always higher than the ids of all additions in the outbox.
 */
export function useNextId(shop: ShopKey): () => Promise<number> {
  const calls = useAdminCalls();
  const { engine } = useSync();
  const data = useOpenAdminData();
  return useCallback(async () => {
    const result = await calls.nextId({ query: { shop } }).catch(() => undefined);
    if (result?.ok) storeNextId(shop, result.value.nextId);
    const highest = result?.ok ? 0 : await engine.catalog.highestId(shop).catch(() => 0);
    const outbox = (await data?.outbox().catch(() => [])) ?? [];
    return planNextId(shop, Math.max(readNextId(shop), highest + 1), outbox);
  }, [calls, data, engine, shop]);
}

import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { startLiveQuery } from './live-query.ts';
import type { LiveQuery } from './live-query.ts';

/**
 * What the engine answers to a question beside the list, live. The first question of several in quick succession that is asked is the one
 * after which `delayMs` pass. A question that fails leaves what was known.
 */
export function useEngineQuery<T>(
  shop: ShopKey,
  ask: () => Promise<T>,
  delayMs = 0,
): { readonly data: T | undefined; readonly isCurrent: boolean } {
  const { onCatalogChange } = useSync();
  const [shown, setShown] = useState<{ readonly data: T; readonly answers: () => Promise<T> }>();

  useEffect(() => {
    let follower: LiveQuery | undefined;
    const start = (): void => {
      follower = startLiveQuery(ask, {
        answer: (data) => setShown({ data, answers: ask }),
        failure: () => undefined,
      });
    };
    const timer = setTimeout(start, delayMs);
    const stopListening = onCatalogChange(shop, () => follower?.refetch());
    return () => {
      clearTimeout(timer);
      follower?.close();
      stopListening();
    };
  }, [onCatalogChange, shop, ask, delayMs]);

  return { data: shown?.data, isCurrent: shown?.answers === ask };
}

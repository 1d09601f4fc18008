import { SHOP_KEYS } from '#contract/shops.ts';
import type { Sync } from './sync.ts';

/** Calls back when the server is reached for the first time, and whenever it can be reached again; returns a function that ends this. */
export function onLive(
  { findStatus, onStatus }: Pick<Sync, 'findStatus' | 'onStatus'>,
  listener: () => void,
): () => void {
  let isLive = false;
  return onStatus(() => {
    const wasLive = isLive;
    isLive = SHOP_KEYS.some((shop) => findStatus(shop)?.isLive);
    if (isLive && !wasLive) listener();
  });
}

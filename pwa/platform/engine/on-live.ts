import { SHOP_KEYS } from '#contract/shops.ts';
import type { Sync } from './sync.ts';

/** Calls back whenever the server can be reached again, at the first time too; returns a function that ends this. */
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

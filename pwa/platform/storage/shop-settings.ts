import { useSyncExternalStore } from 'react';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { currentShop, setShop } from '#pwa/messages/shop.ts';
import { createEmitter } from '../observable.ts';

const { emit, subscribe } = createEmitter();

/** Starts as the shop that the server, or the service worker, has filled the document with. */
export function startShop(): void {
  try {
    setShop(JSON.parse(document.querySelector('#shop')?.textContent ?? '{}') as ShopSettings);
  } catch {
    // A document that was cut off: the default until the server is asked.
  }
}

/** Shows another shop on this page. */
export function showShop(next: ShopSettings): void {
  setShop(next);
  emit();
}

/** The shop as this page shows it, live. */
export const useShopSettings = (): ShopSettings => useSyncExternalStore(subscribe, currentShop, currentShop);

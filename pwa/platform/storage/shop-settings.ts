import { useSyncExternalStore } from 'react';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { currentShop, setShop } from '#pwa/messages/shop.ts';
import { createEmitter } from '../observable.ts';

const { emit, subscribe } = createEmitter();

/** Starts as the shop that the server, or the service worker, has filled the document with. */
export const startShop = (): void =>
  setShop(JSON.parse(document.querySelector('#shop')?.textContent ?? '{}') as ShopSettings);

/** Shows another shop on this page. */
export function showShop(next: ShopSettings): void {
  setShop(next);
  emit();
}

/** The shop as this page shows it, live. */
export const useShopSettings = (): ShopSettings => useSyncExternalStore(subscribe, currentShop, currentShop);

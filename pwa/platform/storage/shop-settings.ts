import { useSyncExternalStore } from 'react';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { currentShop, setShop } from '#pwa/messages/shop.ts';
import { createEmitter } from '../observable.ts';

const { emit, subscribe } = createEmitter();

/** Takes the first shop settings from the document, where the server or the service worker has put them. */
export const startShop = (): void =>
  setShop(JSON.parse(document.querySelector('#shop')?.textContent ?? '{}') as ShopSettings);

/** Shows changed shop settings on this page. */
export function showShop(next: ShopSettings): void {
  setShop(next);
  emit();
}

/** Returns the shop settings that this page shows, live. */
export const useShopSettings = (): ShopSettings => useSyncExternalStore(subscribe, currentShop, currentShop);

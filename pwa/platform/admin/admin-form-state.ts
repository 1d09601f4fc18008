import { useSyncExternalStore } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { read, write } from '../storage/device-storage.ts';

const TAB_KEY = 'admin_tab';
const nextIdKey = (shop: ShopKey): string => `admin_next_id:${shop}`;
const editedKey = (shop: ShopKey): string => `admin_edited:${shop}`;

export const ADMIN_TABS = ['add', 'delete', 'edit'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

const listeners = new Set<() => void>();
/** Where storage is closed, the choice lasts as long as the page. */
let chosen: AdminTab | undefined;

const readTab = (): AdminTab => {
  chosen ??= ADMIN_TABS.find((tab) => tab === read(TAB_KEY)) ?? 'add';
  return chosen;
};

/** The form that was looked at last, live; that for new products until another one is chosen. */
export const useAdminTab = (): AdminTab =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTab,
    () => 'add',
  );

export function chooseAdminTab(tab: AdminTab): void {
  chosen = tab;
  write(TAB_KEY, tab);
  for (const listener of listeners) listener();
}

/** The id that the server named last for a shop's next product; 0 when it never did. */
export const readNextId = (shop: ShopKey): number => readNumber(nextIdKey(shop));
export const storeNextId = (shop: ShopKey, id: number): void => write(nextIdKey(shop), String(id));

/** The product of a shop that is being edited on this device; 0 when none is. */
export const readEditedProduct = (shop: ShopKey): number => readNumber(editedKey(shop));
export const storeEditedProduct = (shop: ShopKey, id: number): void =>
  write(editedKey(shop), id === 0 ? '' : String(id));

function readNumber(key: string): number {
  const number = Number(read(key));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

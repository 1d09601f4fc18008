import type { ShopKey } from '#contract/shops.ts';
import { read, write } from '../storage/device-storage.ts';
import { createStoredChoice } from '../storage/stored-setting.ts';

const nextIdKey = (shop: ShopKey): string => `admin_next_id:${shop}`;
const editedKey = (shop: ShopKey): string => `admin_edited:${shop}`;

export const ADMIN_TABS = ['add', 'delete', 'edit'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The product form that was open last. */
export const adminTab = createStoredChoice<AdminTab>('admin_tab', ADMIN_TABS);

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

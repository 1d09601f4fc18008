import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';

/** Returns the barcode of a demo product: an EAN-13 of the numbers from 200 on, which GS1 leaves to each shop for its own goods. */
export function demoBarcode(shop: ShopKey, id: number): string {
  const digits = `20${SHOP_KEYS.indexOf(shop)}${String(id).padStart(9, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

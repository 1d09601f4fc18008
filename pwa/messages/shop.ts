import type { ShopSettings, ShopText } from '#contract/http/shop-settings.ts';
import { DEFAULT_NAME } from '#contract/shop-settings/default-shop.ts';
import { currentLanguage } from './localized.ts';

let settings: ShopSettings = {};

/** Returns the settings of the current shop; texts take its name from them. */
export const currentShop = (): ShopSettings => settings;

/** Sets the settings of the current shop from now on. */
export function setShop(next: ShopSettings): void {
  settings = next;
}

/** Runs a synchronous function with the settings of another shop. */
export function inShop<R>(other: ShopSettings, work: () => R): R {
  const outer = settings;
  settings = other;
  try {
    return work();
  } finally {
    settings = outer;
  }
}

/** Returns the name of the shop. */
export const shopName = (): string => settings.name ?? DEFAULT_NAME;

/** Returns a text of the shop in the language of the interface, else in English; undefined if there is none. */
export const readShopText = (text: ShopText | undefined): string | undefined =>
  text?.[currentLanguage()] ?? text?.['en'];

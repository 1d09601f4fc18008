import { chooseLanguage, LANGUAGE_COOKIE } from '#contract/languages.ts';
import { SETTINGS_CACHE } from '#contract/service-worker/data-use.ts';
import { LANGUAGE_NOTE } from '#contract/service-worker/language-note.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { SHOP_NOTE } from '#contract/shop-settings/shop-document.ts';

/** Missing in Safari before 18.4 and Firefox before 140: there, the page notes the chosen language. */
declare const cookieStore: Pick<CookieStore, 'get'> | undefined;

/** Returns the language of this device: the chosen one, else the first that the browser prefers. */
export async function readLanguage(): Promise<string> {
  const chosen = await (typeof cookieStore === 'undefined' ? readNote() : readCookie(cookieStore)).catch(() => '');
  return chooseLanguage([chosen, ...navigator.languages]);
}

const readCookie = async (store: Pick<CookieStore, 'get'>): Promise<string> =>
  (await store.get(LANGUAGE_COOKIE))?.value ?? '';

const readNote = async (): Promise<string> =>
  (await (await caches.match(LANGUAGE_NOTE, { cacheName: SETTINGS_CACHE }))?.text()) ?? '';

/** Returns the shop settings that a page has noted last; without a note, those of the stored document apply (`readShopDocument`). */
export async function readNotedShop(): Promise<ShopSettings | undefined> {
  const noted = await caches.match(SHOP_NOTE, { cacheName: SETTINGS_CACHE }).catch(() => undefined);
  return noted && ((await noted.json()) as ShopSettings);
}

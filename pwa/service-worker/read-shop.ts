import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { SETTINGS_CACHE } from '#contract/service-worker/data-use.ts';
import { readShopDocument, SHOP_NOTE } from '#contract/shop-settings/shop-document.ts';

/** Returns the shop settings that a page has noted last, else those of the stored document. */
export async function readShop(document: string): Promise<ShopSettings> {
  const noted = await caches.match(SHOP_NOTE, { cacheName: SETTINGS_CACHE }).catch(() => undefined);
  return noted ? ((await noted.json()) as ShopSettings) : readShopDocument(document);
}

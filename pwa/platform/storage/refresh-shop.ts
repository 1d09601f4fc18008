import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { SETTINGS_CACHE } from '#contract/service-worker/data-use.ts';
import { SHOP_NOTE } from '#contract/shop-settings/shop-document.ts';
import { currentShop } from '#pwa/messages/shop.ts';
import type { EngineApi } from '#sync/api/engine-api.ts';
import { showShop } from './shop-settings.ts';

/** Asks the server for the shop settings; shows changed ones, and notes them for the service workers. Without an answer, nothing changes. */
export async function refreshShop(engine: Pick<EngineApi, 'shopSettings'>): Promise<void> {
  const next = await engine.shopSettings().catch(() => undefined);
  if (!next || isSame(next, currentShop())) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(next.css ?? '');
  document.adoptedStyleSheets = [sheet];
  showShop(next);
  await note(next);
}

function isSame(a: ShopSettings, b: ShopSettings): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof ShopSettings)[];
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

async function note(settings: ShopSettings): Promise<void> {
  try {
    await (await caches.open(SETTINGS_CACHE)).put(SHOP_NOTE, new Response(JSON.stringify(settings)));
  } catch {
    // Insecure connection, or storage that is blocked or full: the page corrects what the service worker shows first.
  }
}

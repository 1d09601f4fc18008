import type { Page } from '@playwright/test';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { FIRST_SCREEN_CACHE, firstScreenUrl } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { expect, test, waitForCatalogue } from '../support/fixtures.ts';
import { FIRST_CABLE_ID, renameProduct } from '../support/shops/sample-catalogue.ts';

/** Reads the first screen that the cache holds for a URL. */
const readScreen = (page: Page, address: string): Promise<FirstScreen | undefined> =>
  page.evaluate(
    async ([cacheName, key]) => {
      const cache = await caches.open(cacheName);
      return (await cache.match(key))?.json() as Promise<FirstScreen | undefined>;
    },
    [FIRST_SCREEN_CACHE, address] as const,
  );
const startOf = (shop: ShopKey): string => firstScreenUrl(shop, EMPTY_BROWSE_STATE);

test(
  '[FS2] every shop’s start screen is on the device, also of shops never opened',
  { tag: '@service-worker' },
  async ({ page, app }) => {
    await page.goto(`${app.url}/pcshop`);
    await waitForCatalogue(page);
    for (const shop of SHOP_KEYS) {
      await expect.poll(async () => (await readScreen(page, startOf(shop)))?.overview?.total).toBe(42);
    }
  },
);

test(
  '[FS1] a list that was shown is cached and follows the catalogue',
  { tag: '@service-worker' },
  async ({ page, app }) => {
    const address = firstScreenUrl('pc', { ...EMPTY_BROWSE_STATE, mainCategory: 'Parts', search: 'Cable 01' });
    await page.goto(`${app.url}/pcshop?main=Parts&q=Cable%2001`);
    await waitForCatalogue(page);
    const titles = async (): Promise<string[] | undefined> =>
      (await readScreen(page, address))?.page?.cards.map((card) => card.title);
    await expect.poll(titles).toEqual(['Cable 01']);
    await renameProduct(app, 'pc', FIRST_CABLE_ID, 'New Cable 01');
    await expect.poll(titles).toEqual(['New Cable 01']);
    await renameProduct(app, 'pc', FIRST_CABLE_ID, 'Cable 01');
    await expect.poll(titles).toEqual(['Cable 01']);
  },
);

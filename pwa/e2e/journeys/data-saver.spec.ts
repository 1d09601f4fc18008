import type { Page } from '@playwright/test';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { HttpProxy } from '#api/testing/network/http-proxy.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { countPhotos } from '../support/count-photos.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** Allowance for headers, and for calls of the catalogue that are neither for blocks nor for changes. */
const MOST_OVERHEAD_BYTES = 20_000;

let proxy: HttpProxy;
test.beforeEach(async ({ app }) => {
  proxy = await startHttpProxy(app.url);
});
test.afterEach(() => proxy.stop());

/** Bytes of the month that the device has counted, by their kind. */
const readCounts = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('hexlime-data-use');
        opening.addEventListener('success', () => {
          const table = opening.result.transaction('bytes').objectStore('bytes');
          const [keys, values] = [table.getAllKeys(), table.getAll()];
          values.addEventListener('success', () => {
            opening.result.close();
            const kinds = keys.result.map((key) => String(key).split('/')[1]);
            resolve(Object.fromEntries(kinds.map((kind, place) => [kind, values.result[place]])));
          });
        });
      }),
  );

/** Opens the sync centre and makes a choice in it. */
async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Offline & sync' }).click();
  const centre = page.getByRole('dialog', { name: 'Offline & sync' });
  await centre.getByLabel(label).selectOption(choice);
}

/** How long a slow device looks for one width of an image: the choice is made before it has looked for all widths. */
const SLOW_MATCH_MS = 600;

const takeImages = (): string[] => proxy.take().paths.filter((path) => path.startsWith('/images/'));

test(
  'data is counted as it comes over the network, and images are saved as chosen',
  { tag: '@proof' },
  async ({ page, errors }) => {
    await page.goto(`${proxy.url}/pcshop?main=Lighting`);
    await waitForCatalogue(page);
    await waitForOfflineReady(page);
    await expect.poll(async () => (await readCounts(page))['images'] ?? 0).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    const { blockBytes, changesBytes } = proxy.take();
    const sent = blockBytes + changesBytes;
    await expect.poll(async () => (await readCounts(page))['catalogue']).toBeGreaterThanOrEqual(sent);
    expect((await readCounts(page))['catalogue']).toBeLessThan(sent + MOST_OVERHEAD_BYTES);

    await choose(page, 'Photos', 'When I tap');
    const centre = page.getByRole('dialog', { name: 'Offline & sync' });
    await expect(centre).toContainText(/Catalog\d+ kB/);
    await centre.getByRole('button', { name: 'Clear photos' }).click();
    await expect(centre).toContainText('Photos cleared');
    takeImages();
    await page.goto(`${proxy.url}/smartshop?product=12`);
    await waitForCatalogue(page);
    const product = page.getByRole('dialog', { name: 'Lamp 12' });
    const load = product.getByRole('button', { name: 'Load photos' });
    await expect(load).toBeVisible();
    expect(takeImages()).toEqual([]);
    await goOffline(page.context());
    await load.click();
    await expect(product.getByText('The photos could not be loaded.')).toBeVisible();
    await page.context().setOffline(false);
    await load.click();
    await expect(load).toHaveCount(0);
    const loaded = takeImages();
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((path) => !path.includes('/12/'))).toEqual([]);
    await product.getByRole('button', { name: 'Close the product' }).click();

    // A choice takes effect on the cards on the screen, even while a slow device is still rejecting their images.
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate((ms) => {
      const match = caches.match.bind(caches);
      Object.assign(caches, {
        match: async (...asked: Parameters<CacheStorage['match']>) => {
          if (String(asked[0]).includes('/images/')) await new Promise((resolve) => setTimeout(resolve, ms));
          return match(...asked);
        },
      });
    }, SLOW_MATCH_MS);
    await page.reload();
    await waitForCatalogue(page);
    const before = await countPhotos(page);
    await choose(page, 'Photos', 'Small');
    await expect.poll(() => countPhotos(page)).toBeGreaterThan(before + 3);
    // Restores the worker's own `caches.match`.
    await worker?.evaluate(() => Reflect.deleteProperty(caches, 'match'));
    takeImages();
    await page.goto(`${proxy.url}/refferals?main=Lighting`);
    await waitForCatalogue(page);
    await expect.poll(() => countPhotos(page)).toBeGreaterThan(0);
    const small = takeImages();
    expect(small.length).toBeGreaterThan(0);
    expect(small.filter((path) => !path.includes('-200.webp'))).toEqual([]);
    // The browser reports images that the service worker holds back.
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
    errors.length = 0;
  },
);

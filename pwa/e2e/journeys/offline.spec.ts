import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromium } from '../support/browser/chromium-process.ts';
import {
  collectErrors,
  expect,
  isOfNetwork,
  startShopServer,
  test,
  waitForCatalogue,
  waitForOfflineReady,
} from '../support/fixtures.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';
import { countPhotos } from '../support/count-photos.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test('after one visit every entry to a shop works in a new browser process without a server', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'hexlime-profile-'));
  const app = await startShopServer();
  try {
    const online = await startChromium(profile);
    const visit = await online.context.newPage();
    await visit.goto(`${app.url}/pcshop?main=Lighting`);
    await waitForCatalogue(visit);
    await waitForOfflineReady(visit);
    await expect.poll(() => countPhotos(visit)).toBeGreaterThan(5);
    // Images that the page loaded before the service worker started are handed to the worker, because only its cache survives.
    const isKept = (): Promise<boolean> =>
      visit.evaluate(async () => {
        const cache = await caches.open('images');
        return (await cache.keys()).some(({ url }) => url.includes('/PCProducts/1/preview/1.webp'));
      });
    await expect.poll(isKept).toBe(true);
    await visit.waitForTimeout(500);
    await online.kill();
    await app.stop();

    const offline = await startChromium(profile);
    const page = await offline.context.newPage();
    const errors = collectErrors(page);
    try {
      await page.goto(`${app.url}/pcshop?main=Lighting`);
      await expect(page.getByText(/^30 products/)).toBeVisible();
      await expect(page.locator('main article')).toHaveCount(25);
      await page.waitForFunction(() => {
        const [first] = document.querySelectorAll<HTMLImageElement>('main article img');
        return first?.complete && first.naturalWidth > 0;
      });
      await expect(page.getByText('Offline')).toBeVisible();

      await page.goto(`${app.url}/pcshop?q=cable`);
      await expect(page.getByText(/^12 products/)).toBeVisible();
      await page.goto(`${app.url}/refferals?main=Lighting&sort=priceAsc`);
      await expect(page.locator('main article').first()).toContainText('Lamp 30');
      await page.goto(`${app.url}/pcshop?product=12`);
      const product = page.getByRole('dialog', { name: 'Lamp 12' });
      await expect(product.getByText('bright')).toBeVisible();
      await product.getByRole('button', { name: 'Close the product' }).click();
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lighting', 'Parts', 'Recently viewed']);
      await page.goto(`${app.url}/nowhere`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');

      // Products never seen have a placeholder instead of a broken image.
      await page.goto(`${app.url}/smartshop?main=Lighting&page=2`);
      await expect(page.getByTestId('drawn-placeholder')).toHaveCount(5);
      // The browser logs requests without a server; no other error is allowed.
      expect(errors.filter((error) => !isOfNetwork(error))).toEqual([]);
    } finally {
      await offline.kill();
    }
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('a change made while the device was offline shows after reconnecting without a reload', async ({
  page,
  app,
  errors,
}) => {
  await page.goto('/refferals?main=Parts');
  await waitForCatalogue(page);
  await expect(page.getByRole('heading', { name: 'Cable 01' })).toBeVisible();
  await goOffline(page.context());
  await expect(page.getByText('Offline')).toBeVisible();
  await renameProduct(app, 'default', 31, 'Cable 01 renamed');
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'Cable 01 renamed' })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Cable 01 renamed' })).toBeVisible();
  await expect(page.getByText('Offline')).toHaveCount(0);
  await renameProduct(app, 'default', 31, 'Cable 01');
  // The browser logs requests without a network.
  expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
});

test('two open tabs both show a change of the server', { tag: '@proof' }, async ({ page, app }) => {
  await page.goto('/smartshop?main=Parts');
  await waitForCatalogue(page);
  const other = await page.context().newPage();
  await other.goto('/smartshop?main=Parts');
  await waitForCatalogue(other);
  await renameProduct(app, 'smart', 32, 'Cable 02 in both tabs');
  await expect(page.getByRole('heading', { name: 'Cable 02 in both tabs' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Cable 02 in both tabs' })).toBeVisible();
  await renameProduct(app, 'smart', 32, 'Cable 02');
});

import { PORTAL, startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { HttpProxy } from '#api/testing/network/http-proxy.ts';
import { test as base, waitForCatalogue } from '../support/fixtures.ts';
import { readStoredCatalogue } from '../support/shops/stored-catalogue.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';

/** A shop behind a proxy that damages replies on request. Failed requests that the browser logs are not errors of the page. */
const test = base.extend<{ readonly chaos: HttpProxy; readonly errors: string[] }>({
  chaos: async ({ app }, use) => {
    const chaos = await startHttpProxy(app.url);
    await use(chaos);
    await chaos.stop();
  },
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(message.text()))
        errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(errors);
    base.expect(errors).toEqual([]);
  },
});
const { expect } = test;

const isWorker = (path: string): boolean => /\/assets\/sync-worker-[\w-]+\.js/.test(path);
const isData = (path: string): boolean => path.startsWith('/api/');

test.use({ serviceWorkers: 'block' });

test('[fault 38] behind a captive portal the last data stays, with a notice that disappears afterwards', async ({
  page,
  chaos,
  app,
}) => {
  await page.goto(`${chaos.url}/pcshop?main=Parts`);
  await waitForCatalogue(page);
  chaos.fault = (path) => (isData(path) ? PORTAL : undefined);
  await renameProduct(app, 'pc', 31, 'Behind the portal');
  await expect(page.getByText(/asks you to sign in first/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cable 01' })).toBeVisible();
  await expect(page.getByText(/^12 products/)).toBeVisible();
  chaos.fault = () => undefined;
  await expect(page.getByRole('heading', { name: 'Behind the portal' })).toBeVisible();
  await expect(page.getByText(/asks you to sign in first/)).toHaveCount(0);
  await renameProduct(app, 'pc', 31, 'Cable 01');
});

test('a truncated body changes nothing and is requested again', async ({ page, chaos, app }) => {
  await page.goto(`${chaos.url}/pcshop?main=Parts`);
  await waitForCatalogue(page);
  let cuts = 0;
  chaos.fault = (path) => (path.includes('/changes') && cuts++ < 2 ? 'cut' : undefined);
  await renameProduct(app, 'pc', 31, 'After the cut');
  await expect(page.getByRole('heading', { name: 'After the cut' })).toBeVisible();
  expect(cuts).toBeGreaterThan(2);
  await renameProduct(app, 'pc', 31, 'Cable 01');
});

test('damaged blocks are never used', async ({ page, chaos }) => {
  let damaged = 0;
  chaos.fault = (path) => (path.startsWith('/api/sync/blocks/') && damaged++ < 4 ? 'damage' : undefined);
  await page.goto(`${chaos.url}/pcshop?main=Lighting`);
  await expect(page.getByText(/^30 products/)).toBeVisible();
  await waitForCatalogue(page);
  expect(damaged).toBeGreaterThan(4);
  const stored = await readStoredCatalogue(page, 'pc');
  expect(stored?.hashes.size).toBeGreaterThan(0);
  for (const [name, hash] of stored?.hashes ?? []) expect(hash).toBe(name);
});

test('[fault 43] without IndexedDB the shop works from memory with a notice', async ({ page, chaos }) => {
  chaos.prepend = (path) =>
    isWorker(path) ? 'Object.defineProperty(self, "indexedDB", { value: undefined });\n' : undefined;
  await page.goto(`${chaos.url}/pcshop?main=Lighting`);
  await waitForCatalogue(page);
  await expect(page.getByText(/^30 products/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /stores no data here/ })).toBeVisible();
  chaos.fault = (path) => (isData(path) ? 'drop' : undefined);
  await page.getByRole('searchbox').fill('Lamp 07');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('1 product · “Lamp 07”')).toBeVisible();
});

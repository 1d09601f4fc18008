import type { Page } from '@playwright/test';
import { expect, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID, fillShops } from '../support/shops/sample-catalogue.ts';
import { addToCart, readServerCart } from '../support/shops/demo-shop.ts';
import { test } from '../support/shops/released-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const DEMO = { DEMO: '1' } as const;

const BROKEN_AT_INSTALL = `self.addEventListener('install', (event) => event.waitUntil(Promise.reject(new Error('broken'))));`;
/** Fails every request and activates at once, unlike our own worker. */
const BROKEN_AT_FETCH = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('fetch', (event) => {
    event.stopImmediatePropagation();
    event.respondWith(Promise.reject(new Error('broken')));
  });`;

const lookForUpdate = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

test.beforeEach(async ({ page, releases }) => {
  await releases.deploy('one', { env: DEMO });
  await fillShops(releases);
  await page.goto(`${releases.url}/account`);
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  await page.goto(`${releases.url}/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
});

test('[fault 51] a service worker that fails to install never takes over', async ({ page, releases }) => {
  const failed = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return new Promise<string>((resolve) =>
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => resolve(installing.state));
      }),
    );
  });
  await releases.deploy('two', { env: DEMO, workerStarts: BROKEN_AT_INSTALL });
  await lookForUpdate(page);
  expect(await failed).toBe('redundant');
  await goOffline(page.context());
  await page.reload();
  await expect(page.locator('body#one')).toBeAttached();
  await expect(page.getByRole('dialog', { name: 'Lamp 03' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('A new version of the app is ready.')).toHaveCount(0);
});

test('[fault 51] the kill switch removes a broken service worker, and unsent work is sent', async ({
  page,
  releases,
}) => {
  test.setTimeout(120_000);
  await page.context().route('**/api/sync/push', (route) => route.abort());
  await addToCart(page, 'good');
  await releases.deploy('two', { env: DEMO, workerStarts: BROKEN_AT_FETCH });
  const before = await page.evaluateHandle(() => navigator.serviceWorker.controller);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  const isTakenOver = async (): Promise<boolean> => {
    // Asks again at each poll: an update check on a connection to the previous server is lost.
    await lookForUpdate(page);
    const isWaiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
    // An idle worker ends within half a minute and lets the next one activate, but not while DevTools are attached.
    if (isWaiting) await devtools.send('ServiceWorker.stopAllWorkers');
    return page.evaluate((worker) => navigator.serviceWorker.controller !== worker, before);
  };
  await expect.poll(isTakenOver, { timeout: 30_000, intervals: [1_000] }).toBe(true);
  const opens = (): Promise<boolean> =>
    page.goto(`${releases.url}/account`).then(
      () => true,
      () => false,
    );
  expect(await opens()).toBe(false);

  await releases.deploy('three', { env: { ...DEMO, KILL_SERVICE_WORKER: '1' } });
  await page.context().unroute('**/api/sync/push');
  // A browser checks for a newer worker on each navigation, also a failed one.
  await expect.poll(opens, { timeout: 30_000, intervals: [1_000] }).toBe(true);
  await expect(page.locator('body#three')).toBeAttached();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([`1 × ${CHOICE_ID} good`]);
});

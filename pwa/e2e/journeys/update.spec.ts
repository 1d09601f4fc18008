import type { Page } from '@playwright/test';
import { expect, waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID, fillShops } from '../support/shops/sample-catalogue.ts';
import { addToCart, readServerCart } from '../support/shops/demo-shop.ts';
import { test } from '../support/shops/released-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const NOTICE = 'A new version of the app is ready.';

/** Makes a page check for a newer version. */
const lookForUpdate = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

/** Counts the loads of a page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test(
  'a new version waits for the visitor, then activates in one reload',
  { tag: '@service-worker' },
  async ({ page, releases }) => {
    await releases.deploy('one');
    await page.goto(`${releases.url}/pcshop`);
    await expect(page.getByRole('heading', { name: 'This shop is empty' })).toBeVisible();
    await waitForOfflineReady(page);
    await releases.deploy('two');
    const loads = countLoads(page);
    await lookForUpdate(page);
    const notice = page.getByText(NOTICE);
    await expect(notice).toBeVisible();
    await page.waitForTimeout(1_000);
    await expect(page.locator('body#one')).toBeAttached();
    expect(loads()).toBe(0);

    await goOffline(page.context());
    await expect(notice).toHaveCount(0);
    await page.context().setOffline(false);
    const other = await page.context().newPage();
    await other.goto(`${releases.url}/smartshop`);
    await expect(other.locator('body#one')).toBeAttached();
    // In Chromium, a worker told to skip waiting while the previous one answers a loading page waits forever.
    await other.waitForLoadState('networkidle');

    // An open dialog makes the rest of the page inert, so the notice is shown within the dialog, where the keyboard reaches it.
    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    const reload = page.getByRole('dialog').getByRole('button', { name: 'Reload' });
    await expect(reload).toBeVisible();
    const isFocused = (): Promise<boolean> => reload.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
    await expect(reload).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('body#two')).toBeAttached();
    await expect(page.getByRole('heading', { name: 'This shop is empty' })).toBeVisible();
    await page.waitForTimeout(1_000);
    await expect(notice).toHaveCount(0);
    expect(loads()).toBe(1);

    // The other tab is not reloaded: it shows the notice, and its button activates the new version too.
    await expect(other.locator('body#one')).toBeAttached();
    await other.getByRole('button', { name: 'Reload' }).click();
    await expect(other.locator('body#two')).toBeAttached();
  },
);

test('[fault 49] a filled form and unsent work survive three versions in two tabs', async ({ page, releases }) => {
  await releases.deploy('one', { env: { DEMO: '1' } });
  await fillShops(releases);
  await page.goto(releases.url);
  await waitForOfflineReady(page);
  await page.goto(`${releases.url}/account`);
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  await page.goto(`${releases.url}/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([`1 × ${CHOICE_ID} good`]);

  // Changes from here on reach no server.
  await page.context().route('**/api/sync/push', (route) => route.abort());
  await page.goto(`${releases.url}/account`);
  await page.getByRole('tab', { name: 'Cart' }).click();
  await page.getByRole('button', { name: 'One more: Lamp 03' }).click();
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
  const form = page.getByRole('dialog', { name: 'Shipping and contact' });
  await form.getByLabel('City').fill('Limetown');
  const other = await page.context().newPage();
  await other.goto(releases.url);
  await expect(other.locator('body#one')).toBeAttached();
  const loads = countLoads(page);

  await releases.deploy('two', { env: { DEMO: '1' } });
  await lookForUpdate(other);
  await expect(other.getByText(NOTICE)).toBeVisible();
  // The notice's button can be pressed in an open dialog, too.
  await form.getByRole('button', { name: 'Reload' }).click({ trial: true });
  // The third version replaces the second, which was never activated.
  await releases.deploy('three', { env: { DEMO: '1' } });
  await lookForUpdate(other);
  const waitingHasThree = (): Promise<boolean> =>
    other.evaluate(async () => {
      const kept = await (await caches.open('shell')).keys();
      const documents = kept.filter(({ url }) => url.includes('/index.html')).length;
      const { installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
      return documents === 3 && !installing && waiting?.state === 'installed';
    });
  await expect.poll(waitingHasThree).toBe(true);
  await other.getByRole('button', { name: 'Reload' }).click();
  // The browser delays the change until the active worker has no request or event in flight.
  await expect(other.locator('body#three')).toBeAttached();

  await expect(form.getByLabel('City')).toHaveValue('Limetown');
  await expect(page.locator('body#one')).toBeAttached();
  expect(loads()).toBe(0);
  await page.reload();
  await expect(page.locator('body#three')).toBeAttached();
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Limetown');

  await page.context().unroute('**/api/sync/push');
  await lookForUpdate(page);
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([`2 × ${CHOICE_ID} good`]);
});

test('[fault 50] a tab reloads once for a deleted script, and not for a lost network', async ({
  browser,
  releases,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await releases.deploy('one', { env: { DEMO: '1' } });
  await page.goto(releases.url);
  const link = page.getByRole('banner').getByRole('link', { name: 'My Account' });
  await expect(link).toBeVisible();
  await releases.deploy('two', { env: { DEMO: '1' }, hasNewScripts: true });
  const loads = countLoads(page);
  await link.click();
  await expect(page.locator('body#two')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Continue as Alice' })).toBeVisible();
  expect(loads()).toBe(1);

  // A script that did not load because the connection was lost is no reason to reload: the release still exists.
  const looked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
  expect((await looked).status()).toBe(200);
  await page.waitForTimeout(500);
  expect(loads()).toBe(1);
  await context.close();
});

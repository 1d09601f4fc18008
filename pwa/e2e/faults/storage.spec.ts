import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import { setReadOnly } from '#api/testing/processes/read-only.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import { waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID, renameProduct } from '../support/shops/sample-catalogue.ts';
import { clockShiftScript } from '../support/browser/clock-shift-script.ts';
import {
  addToCart,
  expect,
  openCartTab,
  orderOne,
  readServerCart,
  signInAs,
  test,
} from '../support/shops/demo-shop.ts';

const LAMP = { productId: CHOICE_ID, condition: 'good', dollars: 969 } as const;
const ONE_LAMP = [`1 × ${CHOICE_ID} good`];
const WORDY = { main_category: 'Wordy', category: 'Wordy' };
const YEAR_MS = 31_557_600_000;
const PUSH = '**/api/sync/push';

/** Signs in as Sam and opens the lamp. */
async function openChoice(page: Page): Promise<void> {
  await signInAs(page, 'Sam');
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
}

const comeOnline = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

for (const years of [10, -10])
  test(`[fault 21] a device whose clock is ${years} years wrong can log in and shows the server’s prices and times`, async ({
    browser,
    demo,
  }) => {
    const ms = years * YEAR_MS;
    const shift = clockShiftScript(ms);
    // The data worker has its own clock.
    const line = await startHttpProxy(demo.url);
    line.prepend = (path) => (/\/assets\/sync-worker-[\w-]+\.js$/.test(path) ? shift : undefined);
    const context = await browser.newContext({ serviceWorkers: 'block', baseURL: line.url });
    await context.addInitScript(shift);
    const page = await context.newPage();
    await signInAs(page, 'Bob');
    await page.reload();
    await page.getByRole('tab', { name: 'My Orders' }).waitFor();
    await orderOne(page, { user: 'demo-bob', ...LAMP });
    const order = page.getByRole('article', { name: 'Order: Lamp 03' });
    await expect(order).toContainText('$969');
    await expect(order).toContainText(String(new Date().getFullYear()));
    // A random id may contain the digits.
    await expect(order).not.toContainText(new RegExp(`\\b${new Date(Date.now() + ms).getFullYear()}\\b`));
    await page.goto(`/?product=${CHOICE_ID}`);
    await addToCart(page, 'good');
    await expect.poll(() => readServerCart(page, 'demo-bob')).toEqual(ONE_LAMP);
    await context.close();
    await line.stop();
  });

test('[fault 42] a full device evicts images first, then other cached data, never unsent work, with a notice', async ({
  page,
  demo,
}) => {
  const devtools = await page.context().newCDPSession(page);
  // Set before anything is stored: the browser reads the quota once.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: demo.url, quotaSize: 2_500_000 });
  await page.goto('/?main=Lighting');
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
  const countImages = (): Promise<number> =>
    page.evaluate(
      async (name) => ((await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0),
      IMAGE_CACHE,
    );
  await expect.poll(countImages).toBeGreaterThan(0);
  await signInAs(page, 'Bob');
  await page.context().route(PUSH, (route) => route.abort());
  await page.goto(`/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');

  const wordy = Array.from({ length: 1_000 }, (_, place) => ({
    id: 1_000 + place,
    fields: { title: `Wordy ${place}`, description: randomBytes(4_500).toString('base64'), ...WORDY },
  }));
  await demo.context.products.saveProducts('ayz', wordy);
  await expect(page.getByText('This device’s storage is full.')).toBeVisible();
  expect(await countImages()).toBe(0);
  const product = page.getByRole('dialog', { name: 'Lamp 03' });
  await expect(product.getByText('In your cart (1)')).toBeVisible();

  await page.context().unroute(PUSH);
  await comeOnline(page);
  await expect.poll(() => readServerCart(page, 'demo-bob')).toEqual(ONE_LAMP);
  await demo.context.products.deleteProducts(
    'ayz',
    wordy.map(({ id }) => id),
  );
});

test('[fault 42] a device without room for the app says so everywhere until there is room', async ({ page, demo }) => {
  const devtools = await page.context().newCDPSession(page);
  const origin = demo.url;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 400_000 });
  await page.goto('/?main=Lighting');
  const line = page.getByRole('region', { name: 'Catalog status' });
  await expect(line).toContainText('Storage full');
  await expect(page.getByText(/This device’s storage is full\. .*[Tt]he app/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await page.reload();
  await expect(line).toContainText('Storage full');
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Offline & sync' }).click();
  const centre = page.getByRole('dialog', { name: 'Offline & sync' });
  await expect(centre).toContainText('Not ready for offline use yet');
  await expect(centre).toContainText('The app does not open: it is not saved on this device');
  await expect(centre).toContainText('There is no room for more on this device.');
  const readDiagnostics = async (): Promise<unknown> => {
    const saving = page.waitForEvent('download');
    await centre.getByRole('button', { name: 'Save diagnostics' }).click();
    return JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  };
  // Known once the browser has tried to install the service worker again.
  await expect.poll(readDiagnostics).toMatchObject({ isAppTooLarge: true });

  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await page.reload();
  await waitForOfflineReady(page);
  await expect(line).not.toContainText('Storage full');
});

test('[fault 46] a browser whose storage was cleared starts over and restores the server’s data', async ({
  page,
  demo,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { timesAsked: 0 });
    StorageManager.prototype.persist = async () => {
      Object.assign(globalThis, { timesAsked: (globalThis as { timesAsked?: number }).timesAsked! + 1 });
      return true;
    };
  });
  const timesAsked = (): Promise<unknown> => page.evaluate(() => (globalThis as { timesAsked?: number }).timesAsked);
  await signInAs(page, 'Alice');
  await orderOne(page, { user: 'demo-alice', ...LAMP });
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await page.getByRole('dialog').getByLabel('Condition').selectOption('good');
  expect(await timesAsked()).toBe(0);
  await addToCart(page, 'good');
  expect(await timesAsked()).toBe(1);
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual(ONE_LAMP);

  const devtools = await page.context().newCDPSession(page);
  const storageTypes = 'indexeddb,cache_storage,local_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin: demo.url, storageTypes });
  await page.goto('/?main=Lighting');
  await waitForCatalogue(page);
  await expect(page.getByRole('heading', { name: 'Lamp 03' })).toBeVisible();
  await signInAs(page, 'Alice');
  await expect(page.getByRole('article', { name: 'Order: Lamp 03' })).toBeVisible();
  await openCartTab(page);
  await expect(page.getByText('Total cost: $969.00')).toBeVisible();
});

test('[fault 45] a newer version takes over databases with pending work, and the older one asks for an update', async ({
  page,
}) => {
  await signInAs(page, 'Ada');
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await page.context().route(PUSH, (route) => route.abort());
  await addToCart(page, 'good');
  const newer = await page.context().newPage();
  await newer.goto('/healthz');
  const takeOver = (): Promise<number> =>
    newer.evaluate(async () => {
      const open = (name: string): Promise<IDBDatabase> =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open(name, 9_999);
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(opening.error));
        });
      const [user, catalogue] = await Promise.all([open('hexlime-user-demo-ada'), open('hexlime-catalog')]);
      const counting = user.transaction('operations').objectStore('operations').count();
      await new Promise((resolve) => counting.addEventListener('success', resolve));
      user.close();
      catalogue.close();
      return counting.result;
    });
  expect(await takeOver()).toBe(1);
  const notice = page.getByText('A newer version of the app has stored this device’s data.');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Lamp 03' })).toBeVisible();

  // After a rollback the older version works without the newer databases and does not change them.
  await page.context().unroute(PUSH);
  await page.goto('/?main=Lighting');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lamp 03' })).toBeVisible();
  expect(await takeOver()).toBe(1);
});

test('[fault 31] with a read-only server database the shop can be browsed, and changes wait', async ({
  page,
  demo,
}) => {
  await openChoice(page);
  await setReadOnly(demo, true);
  try {
    await addToCart(page, 'good');
    await openCartTab(page);
    await expect(page.getByText('Not confirmed yet')).toBeVisible();
    await expect(page.getByText('The shop is read-only right now.')).toBeVisible();
    await page.goto('/?main=Lighting');
    await expect(page.getByRole('heading', { name: 'Lamp 03' })).toBeVisible();
  } finally {
    await setReadOnly(demo, false);
  }
  await openCartTab(page);
  await expect.poll(() => readServerCart(page, 'demo-sam')).toEqual(ONE_LAMP);
  await expect(page.getByText('Not confirmed yet')).toHaveCount(0);
});

test('[fault 53] with a server older than the page the shop can be browsed, and changes wait', async ({
  browser,
  demo,
}) => {
  const line = await startHttpProxy(demo.url);
  const context = await browser.newContext({ baseURL: line.url });
  const page = await context.newPage();
  await openChoice(page);
  line.apiHeaders = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) };
  await addToCart(page, 'good');
  await openCartTab(page);
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await expect(page.getByText('The shop is under maintenance.')).toBeVisible();
  await renameProduct(demo, 'ayz', 31, 'Read from an older server');
  await page.goto('/?main=Parts');
  await expect(page.getByRole('heading', { name: 'Read from an older server' })).toBeVisible();
  expect(await readServerCart(page, 'demo-sam')).toEqual([]);

  line.apiHeaders = {};
  await openCartTab(page);
  await expect.poll(() => readServerCart(page, 'demo-sam')).toEqual(ONE_LAMP);
  await expect(page.getByText('Not confirmed yet')).toHaveCount(0);
  await renameProduct(demo, 'ayz', 31, 'Cable 01');
  await context.close();
  await line.stop();
});

/** After a message, connections that were already in use fall silent: their requests and transactions never report success or failure. */
function silenceOnMessage(): void {
  const used = new WeakSet<IDBDatabase>();
  let isSilent = false;
  new BroadcastChannel('silence').addEventListener('message', () => (isSilent = true));
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = begin.apply(this, args);
    if (!isSilent) used.add(this);
    else if (used.has(this))
      for (const type of ['success', 'error', 'complete', 'abort'])
        transaction.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
    return transaction;
  };
}

test('[LEAD6] [fault 44] a shop whose connections to the storage fall silent follows the server and sends taps within a minute', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const line = await startHttpProxy(demo.url);
  line.prepend = (path) => (/\/assets\/sync-worker-[\w-]+\.js$/.test(path) ? `(${silenceOnMessage})();` : undefined);
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: line.url });
  await context.addInitScript(silenceOnMessage);
  const page = await context.newPage();
  await openChoice(page);
  await addToCart(page, 'good');
  await expect.poll(() => readServerCart(page, 'demo-sam')).toEqual(ONE_LAMP);
  await page.evaluate(() => new BroadcastChannel('silence').postMessage(''));
  await renameProduct(demo, 'ayz', CHOICE_ID, 'Lamp of another name');
  await page.getByRole('dialog').getByRole('button', { name: 'ADD TO CART' }).click();
  await expect.poll(() => readServerCart(page, 'demo-sam'), { timeout: 60_000 }).toEqual([`2 × ${CHOICE_ID} good`]);
  await expect(page.getByRole('heading', { name: 'Lamp of another name' }).first()).toBeVisible({ timeout: 60_000 });
  await context.close();
  await line.stop();
});

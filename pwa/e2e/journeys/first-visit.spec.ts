import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { PORTAL, startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { HttpProxy } from '#api/testing/network/http-proxy.ts';
import {
  expect,
  isOfNetwork,
  PAGE_DIR,
  startShopServer,
  test,
  waitForCatalogue,
  waitForOfflineReady,
} from '../support/fixtures.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';

let proxy: HttpProxy;
test.beforeEach(async ({ app }) => {
  proxy = await startHttpProxy(app.url);
});
test.afterEach(() => proxy.stop());

test('the page is usable while the catalogue arrives and shows progress', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  proxy.hold = (path) => (path.startsWith('/api/sync/blocks/') ? release.promise : undefined);
  await page.goto(`${proxy.url}/pcshop?main=Lighting`);
  await expect(page.getByRole('progressbar', { name: 'Loading catalog' })).toBeVisible();
  await expect(page.locator('main article')).toHaveCount(25);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.locator('main article')).toHaveCount(5);
  release.resolve();
  await waitForCatalogue(page);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test(
  'descriptions, categories and builds say that they are loading on a line that brings no data',
  { tag: '@proof' },
  async ({ page }) => {
    proxy.fault = (path) => (path.startsWith('/api/') ? 'hang' : undefined);
    /** Expects a visible label in front of the skeletons of what is awaited. */
    const expectWords = (label: string): Promise<void> =>
      expect
        .poll(() =>
          page.getByRole('img', { name: label }).evaluateAll((waiting) =>
            waiting.map((element) => {
              const { content, opacity } = getComputedStyle(element, '::before');
              return { content, opacity, isVisible: element.checkVisibility() && element.clientHeight > 0 };
            }),
          ),
        )
        .toEqual([{ content: `"${label}"`, opacity: '1', isVisible: true }]);
    await page.goto(`${proxy.url}/pcshop`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Lamp 03', exact: true }).click();
    await expect(dialog.getByRole('heading', { name: 'Lamp 03' })).toBeVisible();
    await expectWords('Loading description…');
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The rows come from the document, which has no list of categories.
    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    await expectWords('Loading products…');
    await dialog.getByRole('link', { name: 'My builds' }).click();
    await expectWords('Loading products…');
    await page.getByRole('button', { name: 'New build' }).click();
    await expectWords('Loading products…');
    await page.getByRole('button', { name: 'Add another part' }).click();
    await expect(dialog.getByRole('img', { name: 'Loading products…' })).toBeVisible();
  },
);

test('a list of the server never goes back to an older snapshot', { tag: '@proof' }, async ({ page, app }) => {
  await renameProduct(app, 'pc', 1, 'Lamp 01 renewed');
  const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  proxy.hold = (path) => {
    if (!path.startsWith('/api/sync/pc/changes')) return undefined;
    asked.resolve();
    return release.promise;
  };
  await page.addInitScript(() => {
    const titles = new Set<string>();
    Object.assign(globalThis, { titles });
    new MutationObserver(() => titles.add(document.querySelector('main h3')?.textContent ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await page.goto(`${proxy.url}/pcshop?main=Lighting`);
  await asked.promise;
  // The list is asked for again, as after every change.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByRole('button', { name: 'Page 1' }).click();
  release.resolve();
  await waitForCatalogue(page);
  const titles = await page.evaluate(() => [...(globalThis as unknown as { titles: Set<string> }).titles]);
  expect(titles).toContain('Lamp 01 renewed');
  expect(titles).not.toContain('Lamp 01');
  await renameProduct(app, 'pc', 1, 'Lamp 01');
});

test(
  'a page that loads while the service worker activates is controlled too',
  { tag: '@proof' },
  async ({ page, context }) => {
    const release = Promise.withResolvers<void>();
    proxy.hold = (path) => (path.startsWith('/refferals') ? release.promise : undefined);
    const late = await context.newPage();
    const arrives = late.goto(`${proxy.url}/refferals?main=Parts`);
    await page.goto(`${proxy.url}/pcshop?main=Lighting`);
    await waitForOfflineReady(page);
    release.resolve();
    await arrives;
    await waitForOfflineReady(late);
  },
);

test(
  'the layout is stable while cards replace skeletons, and while a screen loads',
  { tag: '@proof' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          Object.assign(globalThis, {
            shift: (globalThis as { shift?: number }).shift! + (entry as { value?: number }).value!,
          });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const path of ['/pcshop', '/refferals']) {
      await page.goto(`${proxy.url}${path}`);
      await waitForCatalogue(page);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (globalThis as { shift?: number }).shift)).toBeLessThanOrEqual(0.001);
    }
    for (const path of ['/privacy', '/builds']) {
      await page.goto(`${proxy.url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (globalThis as { shift?: number }).shift)).toBeLessThanOrEqual(0.001);
    }
  },
);

test('[faults 38, 52] a captive portal is reported, and the device keeps its data', async ({ page, errors }) => {
  await page.goto(`${proxy.url}/refferals?main=Parts`);
  await waitForCatalogue(page);
  proxy.fault = (path) => (path.startsWith('/api/') || path.startsWith('/images/') ? PORTAL : undefined);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(/^This network asks you to sign in first/)).toBeVisible();
  await expect(page.locator('main article')).toHaveCount(12);
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(page.getByText(/^This network asks you to sign in first/)).toHaveCount(0);
  const kept = await page.evaluate(async () => {
    const cache = await caches.open('images');
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return answers.map((answer) => answer?.headers.get('content-type'));
  });
  expect(kept.filter((type) => !type?.startsWith('image/'))).toEqual([]);
  expect(errors.filter((error) => !isOfNetwork(error))).toEqual([]);
});

test.describe('a page without products in its HTML', () => {
  let folder: string;
  let plainApp: TestApp;
  let plain: HttpProxy;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hexlime-plain-'));
    await cp(PAGE_DIR, folder, { recursive: true, filter: (file) => file !== join(PAGE_DIR, 'server') });
    plainApp = await startShopServer({ PAGE_DIR: folder });
  });
  test.afterAll(async () => {
    await plainApp.stop();
    await rm(folder, { recursive: true, force: true });
  });
  test.beforeEach(async () => {
    plain = await startHttpProxy(plainApp.url);
  });
  test.afterEach(() => plain.stop());

  test('[fault 34] a first visit without a server shows a notice and fills when the server returns', async ({
    page,
    errors,
  }) => {
    plain.fault = (path) => (path.startsWith('/api/') || path.startsWith('/images/') ? 'drop' : undefined);
    await page.goto(`${plain.url}/smartshop`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByText('The shop cannot be reached.')).toBeVisible();
    const tryAgain = await page.getByRole('main').getByRole('button', { name: 'Try again' }).elementHandle();
    plain.fault = () => undefined;
    // The page may have found the server a moment before and removed the button.
    await tryAgain?.evaluate((button: HTMLElement) => button.click());
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['▾ TOP Products ▾', 'Lighting', 'Parts']);
    await expect(page.getByText('The shop cannot be reached.')).toHaveCount(0);
    expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
  });

  test('a worker that does not start is reported', { tag: '@proof' }, async ({ page, errors }) => {
    await page.route(/sync-worker-.*\.js$/, (route) => route.abort());
    await page.goto(`${plain.url}/pcshop`);
    await expect(page.getByText(/database could not start in this browser/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Products could not be loaded' })).toBeVisible();
    expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
  });
});

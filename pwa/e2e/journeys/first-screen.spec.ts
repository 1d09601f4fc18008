import { expect, isOfNetwork, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false });

  test('a first visit shows cards, prices and images', async ({ page }) => {
    await page.goto('/pcshop');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lighting', 'Parts']);
    await expect(page.locator('main article').first()).toContainText('Lamp 01');
    await expect(page.locator('main article').first()).toContainText('$990');
    await page.goto('/refferals?main=Lighting&sort=priceAsc&page=2');
    await expect(page.locator('main article')).toHaveCount(5);
    await expect(page.getByText(/^30 products/)).toBeVisible();
    await expect(page).toHaveTitle('Lighting · Hexlime');
  });

  test('the search form requests the same address as the page would', { tag: '@proof' }, async ({ page }) => {
    await page.goto('/smartshop');
    await page.getByRole('searchbox').fill('cable');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/smartshop\?q=cable$/);
    await expect(page.locator('main article')).toHaveCount(12);
  });
});

test('the page hydrates the server’s HTML without rendering it again', async ({ page }) => {
  await page.addInitScript(() => {
    // The first card's element as soon as it exists.
    new MutationObserver((_, observer) => {
      const card = document.querySelector('main article');
      if (!card) return;
      Object.assign(globalThis, { firstCard: card });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/refferals?main=Lighting');
  await waitForCatalogue(page);
  expect(
    await page.evaluate(
      () => (globalThis as { firstCard?: Element }).firstCard === document.querySelector('main article'),
    ),
  ).toBe(true);
});

test(
  'a start screen with a page number, and one of another year, hydrate without an error',
  { tag: '@proof' },
  async ({ page }) => {
    // The fixture checks for errors when the test ends.
    await page.goto('/pcshop?page=7');
    await waitForCatalogue(page);
    await page.clock.setFixedTime(new Date('2040-06-01T12:00:00'));
    await page.goto('/smartshop');
    await expect(page.getByRole('contentinfo')).toContainText('2040');
  },
);

test('a dark page sets the browser’s theme color from the start', { tag: '@proof' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto('/pcshop');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#12150c');
});

test(
  'later visits get their cards from the service worker, online and offline',
  { tag: '@service-worker' },
  async ({ page, app, errors }) => {
    await page.goto('/pcshop?main=Lighting');
    await waitForCatalogue(page);
    await waitForOfflineReady(page);
    // Cached when the page is idle: this list and each shop's start screen.
    const isKept = (): Promise<boolean> =>
      page.evaluate(async () => {
        const addresses = (await (await caches.open('first-screens')).keys()).map(({ url }) => url);
        return ['mainCategory=Lighting', '/smart?', '/default?'].every((part) =>
          addresses.some((url) => url.includes(part)),
        );
      });
    await expect.poll(isKept).toBe(true);
    const again = await page.goto('/pcshop?main=Lighting');
    expect(again?.fromServiceWorker()).toBe(true);
    expect(await again?.text()).toContain('Lamp 01');

    await goOffline(page.context());
    const offline = await page.goto('/pcshop?main=Lighting');
    expect(await offline?.text()).toContain('Lamp 01');
    await expect(page.locator('main article')).toHaveCount(25);
    // A shop that was never opened has its start screen too; a list that was never shown has skeletons.
    const other = await page.goto('/smartshop');
    expect(await other?.text()).toContain('Lamp 01');
    const unseen = await page.goto('/smartshop?main=Parts');
    expect(await unseen?.text()).toContain('Loading products…');
    await expect(page.locator('main article')).toHaveCount(12);
    // The document with skeletons has started the page's only data worker; one with cards leaves that to the page's script.
    const isStartedByDocument = (): Promise<boolean> => page.evaluate(() => 'startedWorker' in globalThis);
    expect([page.workers().length, await isStartedByDocument()]).toEqual([1, true]);
    // The bare address opens the last list.
    const bare = await page.goto('/pcshop');
    expect(await bare?.text()).toContain('<title>Lighting · Hexlime</title>');
    expect(await isStartedByDocument()).toBe(false);
    await page.context().setOffline(false);

    await page.goto('/pcshop?main=Lighting');
    await waitForCatalogue(page);
    await renameProduct(app, 'pc', 1, 'Lamp 01 renewed');
    await expect(page.getByRole('heading', { name: 'Lamp 01 renewed' })).toBeVisible();
    await expect
      .poll(async () => (await (await page.context().request.get('/pcshop?main=Lighting')).text()).includes('renewed'))
      .toBe(true);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const cache = await caches.open('first-screens');
          const kept = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
          return (await Promise.all(kept.map((answer) => answer?.text()))).some((text) => text?.includes('renewed'));
        }),
      )
      .toBe(true);
    await renameProduct(app, 'pc', 1, 'Lamp 01');
    expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
  },
);

test('browsing, searching, sorting and paging send no requests once the catalogue is stored', async ({ page }) => {
  await page.goto('/refferals');
  await waitForCatalogue(page);
  await page.waitForTimeout(3_000);
  const asked: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Images load when first seen, and code once.
    if (!/^\/(images|assets|icons)\//.test(pathname)) asked.push(pathname);
  });
  await page.getByRole('button', { name: 'Show all of Lighting' }).click();
  await expect(page.locator('main article')).toHaveCount(25);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.locator('main article')).toHaveCount(5);
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Price Low to High' }).click();
  await expect(page.locator('main article').first()).toContainText('Lamp 30');
  await page.getByRole('searchbox').fill('lamp 2');
  await page.keyboard.press('Enter');
  await expect(page.locator('main article')).toHaveCount(10);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('heading', { name: 'Parts' })).toBeVisible();
  expect(asked).toEqual([]);
});

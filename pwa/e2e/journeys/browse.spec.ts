import { expect, test, waitForCatalogue } from '../support/fixtures.ts';

// These tests do not need the service worker, whose precaching takes two fifths of a test's time.
test.use({ serviceWorkers: 'block' });

const cards = 'main article';

test('a shopper browses rows, a category, page 2, a sort, a search, a product, and goes back', async ({ page }) => {
  await page.goto('/refferals');
  await waitForCatalogue(page);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['▾ TOP Products ▾', 'Lighting', 'Parts']);
  await expect(page.getByRole('heading', { name: 'TOP Products', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Show all of Lighting' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Lighting ▾');
  await expect(page.getByText(/^30 products/)).toBeVisible();
  await expect(page.locator(cards)).toHaveCount(25);
  await expect(page.locator(cards).first()).toContainText('Lamp 01');

  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/main=Lighting&page=2$/);
  await expect(page.locator(cards)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Price Low to High' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/main=Lighting&sort=priceAsc$/);
  await expect(page.locator(cards).first()).toContainText('Lamp 30');
  await expect(page.locator(cards).first()).toContainText('$700');

  await page.getByPlaceholder('Search products by name...').fill('lamp 1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '10 products' })).toBeVisible();
  await expect(page.locator(cards).first()).toContainText('Lamp 19');

  await page.locator(cards).first().getByRole('heading').click();
  const product = page.getByRole('dialog', { name: 'Lamp 19' });
  await expect(product.getByText('ID: 19')).toBeVisible();
  await expect(product.getByText('bright')).toBeVisible();
  await expect(product.getByText('alert(1)')).toHaveCount(0);
  await expect(product.getByText('1 of 3')).toBeVisible();
  await product.getByRole('button', { name: 'Next photo' }).click();
  await expect(product.getByText('2 of 3')).toBeVisible();
  await expect(product.getByRole('link', { name: /^Buy from AMAZON/ })).toHaveAttribute(
    'rel',
    'sponsored nofollow noopener',
  );

  await page.goBack();
  await expect(product).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '10 products' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^30 products/)).toBeVisible();
  await expect(page.getByPlaceholder('Search products by name...')).toHaveValue('');
});

test('Reset clears search, category, page and sort', async ({ page }) => {
  await page.goto('/smartshop?main=Lighting&category=Desk+lamps&q=lamp&sort=views&page=2');
  await expect(page.getByText(/^30 products/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/\/smartshop$/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['▾ TOP Products ▾', 'Lighting', 'Parts']);
  await expect(page.getByPlaceholder('Search products by name...')).toHaveValue('');
});

test('each shop restores its browse state, also on a new visit', async ({ page }) => {
  await page.goto('/pcshop');
  await page.getByRole('button', { name: 'Show all of Parts' }).click();
  await expect(page.getByText(/^12 products/)).toBeVisible();
  const shops = page.getByRole('navigation', { name: 'Shops' });
  await shops.getByRole('link', { name: 'Open Box Store' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(shops.getByRole('link', { name: 'Open Box Store' })).toHaveAttribute('aria-current', 'page');
  await shops.getByRole('link', { name: 'PC shop' }).click();
  await expect(page).toHaveURL(/\/pcshop\?main=Parts$/);
  await page.goto('/pcshop');
  await expect(page).toHaveURL(/\/pcshop\?main=Parts$/);
  await expect(page.getByText(/^12 products/)).toBeVisible();
});

test('a search without a match explains itself and offers all products', async ({ page }) => {
  await page.goto('/?q=nothing+has+this+name');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lighting', 'Parts']);
});

test('a search without a match is not opened again, however early the visitor left it', async ({ page }) => {
  // The code that explains the empty list never arrives.
  await page.route(/\/assets\/shop-extras-/, () => undefined);
  await page.goto('/pcshop?q=nothing+has+this+name', { waitUntil: 'commit' });
  await waitForCatalogue(page);
  await page.goto('/pcshop', { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: 'Lighting' })).toBeVisible();
  await expect(page).toHaveURL(/\/pcshop$/);
});

test('a row stays at its beginning when its first card changes, however early', async ({ page, app }) => {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/shop-extras-/, async (route) => {
    await released.promise;
    await route.continue();
  });
  const rename = (title: string) => app.context.products.saveProducts('pc', [{ id: 3, fields: { title } }]);
  await page.goto('/pcshop', { waitUntil: 'commit' });
  await waitForCatalogue(page);
  const row = page.getByRole('region', { name: 'Lighting' });
  const first = row.getByRole('listitem').first();
  await rename('A lamp');
  try {
    await expect(first).toContainText('A lamp');
    await expect(first).toBeInViewport({ ratio: 0.9 });
    released.resolve();
    await expect(row.locator('[data-snaps]')).toBeVisible();
  } finally {
    await rename('Lamp 03');
  }
  await expect(first).toContainText('Lamp 01');
  await expect(first).toBeInViewport({ ratio: 0.9 });
});

test('a page beyond the last one explains itself and offers the others', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/pcshop?main=Lighting&page=9');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('button', { name: 'Page 1' }).click();
  await expect(page.locator(cards)).toHaveCount(25);
});

test('an open-box card and product show stock, price range and conditions', async ({ page }) => {
  await page.goto('/?main=Lighting');
  await expect(page.locator(cards).nth(0)).toContainText('❌Out of Stock');
  await expect(page.locator(cards).nth(0)).toContainText('$989 – $990');
  await expect(page.locator(cards).nth(1)).toContainText('2 - in stock');
  await expect(page.locator(cards).nth(2)).toContainText('3 - in stock');
  await expect(page.locator(cards).nth(5)).toContainText('Only 1 left!');
  await page.locator(cards).nth(1).getByRole('heading').click();
  const product = page.getByRole('dialog', { name: 'Lamp 02' });
  await expect(product.getByLabel('Condition').getByRole('option')).toHaveText(['🟢 excellent · 2 - in stock · $980']);
  await expect(product.getByRole('link', { name: 'eBay' })).toHaveAttribute('href', 'https://ebay.example/item');
});

test('an unknown address offers the shops', async ({ page, errors }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('main').getByRole('link', { name: 'Smart shop' }).click();
  await expect(page).toHaveURL(/\/smartshop$/);
  // The browser logs the document's 404.
  expect(errors.splice(0)).toEqual([expect.stringContaining('404')]);
});

test('the arrows of a row scroll smoothly, and jump with reduced motion', { tag: '@proof' }, async ({ page }) => {
  const press = (): Promise<string[]> =>
    page.evaluate(() => {
      const asked: string[] = [];
      Element.prototype.scrollBy = (options?: unknown) =>
        void asked.push(String((options as ScrollToOptions).behavior));
      document.querySelector<HTMLElement>('button[aria-label="Scroll forward"]')?.click();
      return asked;
    });
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await press()).toEqual(['smooth']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await press()).toEqual(['instant']);
});

test('cards outside the view do not make a row higher', { tag: '@proof' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await waitForCatalogue(page);
  const empty = await page
    .getByRole('region', { name: 'Lighting' })
    .getByRole('article')
    .first()
    .evaluate((card) => {
      const last = card.lastElementChild?.lastElementChild;
      return card.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0);
    });
  expect(empty).toBeGreaterThan(0);
  expect(empty).toBeLessThan(20);
});

test(
  'a row renders the cards that a phone shows first, and all once it is scrolled',
  { tag: '@proof' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/smartshop');
    await waitForCatalogue(page);
    for (const name of ['TOP Products', 'Lighting']) {
      const list = page.getByRole('region', { name }).getByRole('list');
      await expect(list.getByRole('article')).toHaveCount(8);
      await list.getByRole('article').nth(6).scrollIntoViewIfNeeded();
      await expect(list.getByRole('article')).toHaveCount(25);
    }
  },
);

test('a press reads no sizes and moves no focus before its result is painted', { tag: '@proof' }, async ({ page }) => {
  await page.addInitScript(() => {
    const early = { reads: [] as string[], isPressed: false };
    Object.assign(globalThis, { early });
    const press = (): void => {
      early.isPressed = true;
      requestAnimationFrame(() => (early.isPressed = false));
    };
    for (const type of ['pointerdown', 'click']) addEventListener(type, press, true);
    const note = (name: string): void => void (early.isPressed && early.reads.push(name));
    const { getBoundingClientRect } = Element.prototype;
    Element.prototype.getBoundingClientRect = function read() {
      note('getBoundingClientRect');
      return getBoundingClientRect.call(this);
    };
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function move(options) {
      note('focus');
      focus.call(this, options);
    };
    const { get } = Object.getOwnPropertyDescriptor(globalThis, 'scrollY') ?? {};
    Object.defineProperty(globalThis, 'scrollY', {
      get: () => {
        note('scrollY');
        return get?.call(globalThis) as number;
      },
    });
  });
  const takeReads = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { early: { reads: string[] } }).early.reads.splice(0));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/smartshop');
  await waitForCatalogue(page);
  const card = page.getByRole('region', { name: 'Lighting' }).getByRole('link').first();
  // By keyboard: the focus must be on the card beforehand, as it returns there, and a mouse press would move it.
  await card.focus();
  await takeReads();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await takeReads()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => {
        const opacity = dialog && getComputedStyle(dialog).opacity;
        Object.assign(globalThis, { frame: { opacity, address: location.href, isOpen: dialog?.open } });
      });
    });
    if (dialog) observer.observe(dialog, { attributes: true, attributeFilter: ['data-leaving'] });
  });
  await takeReads();
  await page.getByRole('button', { name: 'Most Viewed' }).click();
  await expect(page.getByRole('button', { name: 'Open the sidebar' })).toBeFocused();
  expect(await takeReads()).toEqual([]);
  // The drawer is invisible before it closes and the list changes, which takes a slow phone longer.
  await expect(page).toHaveURL(/sort=views/);
  const frame = await page.evaluate(() => (globalThis as unknown as { frame?: Record<string, unknown> }).frame);
  expect(frame).toEqual({ opacity: '0', isOpen: true, address: expect.not.stringContaining('sort=') });
});

import { expect, isOfNetwork, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { BARE_ID, CHOICE_ID, renameProduct } from '../support/shops/sample-catalogue.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test('a deep link opens its product, and closing it stays in the shop', async ({ page }) => {
  await page.goto('/pcshop?product=12');
  const product = page.getByRole('dialog', { name: 'Lamp 12' });
  await expect(product.getByText('ID: 12')).toBeVisible();
  await expect(page).toHaveTitle('Lamp 12 · Hexlime');
  await product.getByRole('button', { name: 'Close the product' }).click();
  await expect(product).toHaveCount(0);
  await expect(page).toHaveURL(/\/pcshop$/);
  await expect(page.getByRole('heading', { name: 'Lighting' })).toBeVisible();
});

test('the page behind an open product does not scroll; the focus returns to the card', async ({ page }) => {
  await page.goto('/pcshop?main=Lighting');
  const card = page.locator('main article a').first();
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card).toBeFocused();
  await expect(page).toHaveURL(/\/pcshop\?main=Lighting$/);
});

/** The places of the open product's title on the screen, frame by frame until its description is there. */
const watchTitle = (): Promise<number[]> =>
  new Promise((resolve) => {
    const places = new Set<number>();
    const watch = (): void => {
      const title = document.querySelector('dialog h2');
      if (title) places.add(Math.round(title.getBoundingClientRect().y));
      if (document.querySelector('dialog section[aria-busy="false"]')) resolve([...places]);
      else requestAnimationFrame(watch);
    };
    watch();
  });

test(
  'a card opened by mouse shows a product that stays in its place, and regains focus',
  { tag: '@proof' },
  async ({ page }) => {
    await page.goto('/pcshop?main=Lighting');
    const card = page.locator('main article a').first();
    await waitForCatalogue(page);
    const places = page.evaluate(watchTitle);
    await card.click();
    await expect(page.getByRole('dialog', { name: 'Lamp 01' })).toBeVisible();
    // A button that moves as the description arrives loses the press that has begun on it.
    expect(await places).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Lamp 01' })).toBeVisible();
  },
);

test(
  'on a phone a product keeps its place while it opens, and releases the page when closed at once',
  { tag: '@proof' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/pcshop?main=Lighting');
    await waitForCatalogue(page);
    await page.waitForLoadState('networkidle');
    const dialog = page.getByRole('dialog', { name: 'Lamp 05' });
    const card = page.getByRole('link', { name: 'Lamp 05', exact: true });
    const places = page.evaluate(watchTitle);
    await card.click();
    expect(await places).toHaveLength(1);
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    await expect(dialog.getByRole('button', { name: 'Close the product' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(card).toBeFocused();

    // Closed before the first frame, when it has only its title and button. The second press opens nothing more: closing goes back once.
    const first = await card.evaluate((link) => {
      (link as HTMLElement).click();
      (link as HTMLElement).click();
      return Promise.resolve().then(() => {
        const opened = document.querySelector('dialog');
        const seen = { title: opened?.querySelector('h2')?.textContent, isModal: opened?.matches(':modal') };
        opened?.querySelector('button')?.click();
        return seen;
      });
    });
    expect(first).toEqual({ title: 'Lamp 05', isModal: false });
    await expect(page).not.toHaveURL(/product=/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
    await card.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    // Escape closes it before the first frame, too: a dialog that is not modal yet would not get the key, and browsers would give
    // it to a dialog below, which must not get it.
    const isTaken = await card.evaluate((link) => {
      (link as HTMLElement).click();
      return Promise.resolve().then(() => {
        const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
        document.body.dispatchEvent(escape);
        return escape.defaultPrevented;
      });
    });
    expect(isTaken).toBe(true);
    await expect(page).not.toHaveURL(/product=/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await card.click();
    await expect(dialog).toBeVisible();
  },
);

test(
  'a double click opens a product without closing it; a click outside closes it',
  { tag: '@proof' },
  async ({ page }) => {
    await page.goto('/pcshop?main=Lighting');
    await waitForCatalogue(page);
    const card = page.locator('main article a').first();
    const box = await card.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
    const product = page.getByRole('dialog', { name: 'Lamp 01' });
    await page.mouse.dblclick(x, y);
    await expect(product).toBeVisible();
    // Long enough for a wrong close to show.
    await page.waitForTimeout(700);
    await expect(product).toBeVisible();
    await page.mouse.click(x, y);
    await expect(product).toHaveCount(0);
  },
);

test('closing twice in a row goes back once', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/smartshop');
  await page.goto('/pcshop?main=Lighting');
  await waitForCatalogue(page);
  await page.locator('main article a').first().click();
  const close = page.getByRole('button', { name: 'Close the product' });
  await expect(close).toBeVisible();
  await close.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Long enough for a second step back to show.
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/\/pcshop\?main=Lighting$/);
  await page.goForward();
  await expect(page.getByRole('dialog', { name: 'Lamp 01' })).toBeVisible();
  await close.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a missing product shows a message', async ({ page, errors }) => {
  await page.goto('/pcshop?product=999');
  await waitForCatalogue(page);
  const product = page.getByRole('dialog');
  await expect(product.getByRole('heading', { name: 'Product not found' })).toBeVisible();
  await product.getByRole('button', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL(/\/pcshop$/);
  // The engine asks the server for an unknown product, which answers 404.
  expect(errors.splice(0).every((error) => error.includes('404'))).toBe(true);
});

test('a malformed id opens nothing', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/pcshop?product=1e1');
  await expect(page.getByRole('heading', { name: 'Lighting' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('where the window of a product does not scroll, nothing covers the top of its image', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/pcshop?product=3');
  const image = page.getByRole('dialog').locator('img').first();
  await expect(image).toBeVisible();
  await expect(page.getByText('bright')).toBeVisible();
  const bar = await page.evaluate(() => {
    const tools = document.querySelector('dialog[open] button')?.parentElement;
    return tools && getComputedStyle(tools, '::before').opacity;
  });
  expect(bar).toBe('0');
});

test('a product whose window does not load shows an error, and opens when the page is loaded again', async ({
  page,
  errors,
}) => {
  const code = /\/assets\/product-window-[\w-]+\.js$/;
  await page.route(code, (route) => route.abort());
  await page.goto('/pcshop?product=3');
  const notice = page.getByText('A part of this page has not loaded yet.');
  await expect(notice).toBeVisible();
  await page.unroute(code);
  // Some browsers remember a failed import until the page is loaded again.
  await page.reload();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
});

test('a product without images shows the placeholder', async ({ page }) => {
  await page.goto(`/pcshop?product=${BARE_ID}`);
  await expect(page.getByRole('dialog').getByTestId('drawn-placeholder')).toBeVisible();
});

test('a view is counted once', async ({ page, app }) => {
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/sync/push'));
  await page.goto('/smartshop?product=7');
  expect((await counted).status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Lamp 07', exact: true }).last().click();
  await expect(page.getByRole('dialog', { name: 'Lamp 07' })).toBeVisible();
  // Views are written in batches.
  const readCount = async (): Promise<number> =>
    ((await (await page.request.get(`${app.url}/api/products/7?shop=smart`)).json()) as { view_count: number })
      .view_count;
  await expect.poll(readCount).toBe(1);
});

test(
  'a product in a background tab, which paints nothing, has its title and counts its view',
  { tag: '@proof' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      globalThis.requestAnimationFrame = () => 0;
    });
    const counted = page.waitForRequest(
      (request) => request.url().endsWith('/api/sync/push') && (request.postData() ?? '').includes('recordView'),
    );
    await page.goto('/smartshop?product=8');
    await counted;
    await expect(page).toHaveTitle('Lamp 08 · Hexlime');
  },
);

test('the price follows the chosen condition; a sold-out condition is disabled', async ({ page }) => {
  await page.goto(`/?product=${CHOICE_ID}`);
  const product = page.getByRole('dialog');
  const choice = product.getByLabel('Condition');
  await expect(choice.getByRole('option')).toHaveText([
    'Select a condition',
    '🟢 excellent · Only 1 left! · $970',
    '🟡 good · 2 - in stock · $969',
  ]);
  const price = product.locator('p', { hasText: /^\$/ });
  await expect(price).toHaveText('$969 – $970');
  await choice.selectOption('good');
  await expect(price).toHaveText('$969');
  await choice.selectOption('excellent');
  await expect(price).toHaveText('$970');
  await choice.selectOption('');
  await expect(price).toHaveText('$969 – $970');
  await expect(product.getByRole('list').getByRole('link')).toHaveText(['eBay']);
});

test('a retailer’s price shows its date', async ({ page }) => {
  await page.goto('/pcshop?product=3');
  await expect(page.getByRole('dialog').getByText(/^Price as of \w{3} \d{1,2}, \d{4}, /)).toBeVisible();
});

test('sharing copies the product’s own address and confirms it', async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/pcshop?main=Lighting&product=3');
  const product = page.getByRole('dialog', { name: 'Lamp 03' });
  await product.getByRole('button', { name: 'Share this product' }).click();
  await expect(product.getByRole('status')).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/pcshop?product=3`);
});

test('a shared link opens offline without a list', { tag: '@proof' }, async ({ page, context, errors }) => {
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
  await page.getByRole('link', { name: 'Lamp 05', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('bright')).toBeVisible();
  await page.goto('about:blank');
  await goOffline(context);
  await page.goto('/pcshop?product=5');
  const product = page.getByRole('dialog', { name: 'Lamp 05' });
  await expect(product.getByText('bright')).toBeVisible();
  await expect(product.getByRole('button', { name: /open full screen/ })).toBeVisible();
  // An image that had not loaded before the network went is not on the device.
  expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
});

test('a tapped image flies to its place and back, except with reduced motion', { tag: '@proof' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/pcshop?main=Lighting');
  await waitForCatalogue(page);
  const card = page.getByRole('link', { name: 'Lamp 05', exact: true });
  const flying = page.locator('img[popover]');
  const watch = (): Promise<void> =>
    page.evaluate(() => {
      const flights: boolean[] = [];
      new MutationObserver((records) => {
        for (const record of records)
          for (const node of record.addedNodes)
            if (node instanceof HTMLImageElement) flights.push(node.popover !== null);
      }).observe(document.body, { childList: true });
      Object.assign(globalThis, { flights });
    });
  const count = (): Promise<number> =>
    page.evaluate(() => (globalThis as unknown as { flights: boolean[] }).flights.length);
  await watch();
  await card.click();
  await expect(page.getByRole('dialog', { name: 'Lamp 05' })).toBeVisible();
  expect(await count()).toBe(1);
  await expect(flying).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await count()).toBe(2);
  await expect(flying).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await card.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await count()).toBe(2);
});

test.describe('odd products', () => {
  for (const [name, title] of [
    ['of 60 words', `Lamp ${'very '.repeat(58)}long`],
    ['without spaces', 'L'.repeat(300)],
    ['with HTML', '<img src=x onerror=alert(1)> & <b>bold</b>'],
    ['right to left', 'مصباح مكتبي أبيض'],
  ] as const) {
    test(`a title ${name} is shown as it is`, { tag: name === 'with HTML' ? [] : '@proof' }, async ({ page, app }) => {
      await renameProduct(app, 'pc', 20, title);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto('/pcshop?product=20');
      const heading = page.getByRole('dialog').getByRole('heading', { level: 2 }).first();
      await expect(heading).toHaveText(title);
      expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      if (name === 'right to left') await expect(heading).toHaveCSS('direction', 'rtl');
    });
  }
});

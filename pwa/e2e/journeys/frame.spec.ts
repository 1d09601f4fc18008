import type { Page } from '@playwright/test';
import { SHOPS } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { findHexagons, waitForFrameExtras } from '../support/browser/frame-extras.ts';
import { expect, test, waitForCatalogue } from '../support/fixtures.ts';
import { listBareTexts } from '../support/list-bare-texts.ts';

/** The shares of one drift of the hexagons at which they are furthest to the bottom, right, top and left. */
const DRIFT_ENDS = [0.125, 0.25, 0.375, 0.75];

/** Counts how often the page computes styles in two seconds; a movement on the main thread would do so at each step. */
async function countStyles(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? Number.NaN;
  };
  const before = await read();
  await page.waitForTimeout(2_000);
  return (await read()) - before;
}

test('the theme starts light, switches, and is set before the next visit’s first paint', async ({ page }) => {
  await page.goto('/pcshop');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // The page's own scripts never run, so the theme was set before any paint.
  const other = await page.context().newPage();
  await other.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await other.goto('/smartshop');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('skip link, sidebar, category and product work by keyboard alone', async ({ page }) => {
  await page.goto('/smartshop');
  await waitForCatalogue(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to products' })).toBeFocused();
  await page.keyboard.press('Tab');
  const menu = page.getByRole('button', { name: 'Open the sidebar' });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  const sidebar = page.getByRole('dialog', { name: 'Sort, categories and filters' });
  await expect(sidebar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sidebar).toHaveCount(0);
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(sidebar.getByRole('button', { name: /^Lighting/ })).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await sidebar.getByRole('button', { name: /^Parts/ }).evaluate((it) => it === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Parts ▾');

  await page.locator('main article a').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Cable 01' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Parts ▾');
});

test('every shop is linked under its name and the footer has the year', async ({ page }) => {
  expect(messages.shops).toMatchObject({
    default: 'Referrals Shop',
    ayz: 'Open Box Store',
    pc: 'PC shop',
    smart: 'Smart shop',
  });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Shops' }).getByRole('link')).toHaveText(
    SHOPS.map(({ key }) => messages.shops[key]),
  );
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  const logo = page.getByRole('contentinfo').getByRole('img', { name: 'Crypto payments' });
  await logo.scrollIntoViewIfNeeded();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('the manifest makes the app installable: its icons, shortcuts and screenshots exist', async ({ page, app }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(`${app.url}${href}`)).json();
  expect(manifest).toMatchObject({ id: '/', name: 'Hexlime', scope: '/', start_url: '/', display: 'standalone' });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/account?tab=cart',
    '/account?tab=orders',
    '/chats',
    ...SHOPS.map(({ path }) => path),
  ]);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const reply = await page.request.get(`${app.url}${src}`);
    expect(reply.status(), src).toBe(200);
    if (sizes === 'any') continue;
    const image = await page.evaluate(async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src as string);
    expect(image, src).toBe(sizes);
  }
});

test('no request of a first visit fails or leaves the site', { tag: '@service-worker' }, async ({ page, app }) => {
  const outside: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(app.url)) outside.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await page.waitForLoadState('networkidle');
  expect(outside).toEqual([]);
  expect(failed).toEqual([]);
});

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('only the referral shop shows the affiliate disclosure', async ({ page }) => {
    const sentence = 'As an Amazon Associate we earn from qualifying purchases.';
    await page.goto('/refferals');
    await expect(page.getByText(sentence)).toBeVisible();
    await page.goto('/smartshop');
    await expect(page.getByRole('navigation', { name: 'Shops' })).toBeVisible();
    await expect(page.getByText(sentence)).toHaveCount(0);
  });
});

test('only the open-box store has a cart, empty for a visitor', async ({ page }) => {
  await page.goto('/');
  await waitForCatalogue(page);
  const cart = page.getByRole('button', { name: 'Cart', exact: true });
  await cart.click();
  const panel = page.getByRole('dialog', { name: 'Cart' });
  await expect(panel).toContainText('There are no items in your cart.');
  await panel.getByRole('button', { name: 'Close the cart' }).click();
  await expect(panel).toHaveCount(0);
  await expect(cart).toBeFocused();
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await expect(cart).toHaveCount(0);
});

test('after 200 px a button scrolls to the top and moves focus there', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/smartshop?main=Lighting');
  await waitForCatalogue(page);
  const button = page.getByRole('button', { name: 'Scroll to top' });
  await waitForFrameExtras(page);
  await page.evaluate(() => scrollTo(0, 200));
  await expect(button).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 201));
  await expect(button).toBeVisible();
  await button.press('Enter');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(button).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(
    `the hexagons are lime and ${reducedMotion === 'reduce' ? 'still' : 'drifting'}`,
    { tag: '@proof' },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await page.goto('/pcshop');
      await waitForFrameExtras(page);
      const art = findHexagons(page);
      // The art alone, on white.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`html { background: #fff !important } body * { visibility: hidden }
          div:has(> svg + [data-letter]) * { visibility: visible }`);
        document.adoptedStyleSheets.push(sheet);
      });
      const picture = (await page.screenshot()).toString('base64');
      const { painted, lime } = await page.evaluate(async (png) => {
        const bytes = Uint8Array.from(atob(png), (byte) => byte.codePointAt(0) ?? 0);
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
        const counts = { painted: 0, lime: 0 };
        for (let at = 0; at < pixels.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = pixels.slice(at, at + 3);
          if (Math.min(red, green, blue) > 250) continue;
          counts.painted += 1;
          if (green > red && green > blue) counts.lime += 1;
        }
        return counts;
      }, picture);
      expect(painted).toBeGreaterThan(10_000);
      await expect(art).toHaveText('');
      expect(lime).toBeGreaterThan(painted * 0.99);
      const place = (): Promise<string> => art.evaluate((element) => getComputedStyle(element).translate);
      const before = await place();
      expect(await countStyles(page)).toBeLessThan(20);
      if (reducedMotion === 'reduce') expect(await place()).toBe(before);
      else expect(await place()).not.toBe(before);
      for (const share of DRIFT_ENDS) {
        await art.evaluate((element, at) => {
          for (const drift of element.getAnimations()) {
            drift.pause();
            drift.currentTime = Number(drift.effect?.getComputedTiming().duration) * at;
          }
        }, share);
        const { x = 1, y = 1, width = 0, height = 0 } = (await art.locator('path').first().boundingBox()) ?? {};
        expect(Math.max(x, y), `left and top at ${share}`).toBeLessThanOrEqual(0);
        expect(x + width, `right at ${share}`).toBeGreaterThanOrEqual(1280);
        expect(y + height, `bottom at ${share}`).toBeGreaterThanOrEqual(720);
      }
      await page.emulateMedia({ forcedColors: 'active' });
      await expect(art).toBeHidden();
    },
  );
}

test(
  'headings and texts outside cards never stand on the letters of the background',
  { tag: '@proof' },
  async ({ page }) => {
    for (const [path, title] of [
      ['/account', 'My Account'],
      ['/privacy', 'Privacy'],
      ['/compare', 'This comparison cannot be opened'],
      ['/builds', 'My builds'],
      ['/smartshop?q=lamp&stars=2&stock=1', '“lamp”'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(await listBareTexts(page), path).toEqual([]);
    }
  },
);

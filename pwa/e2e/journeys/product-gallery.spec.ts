import { devices } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { expect, test, waitForCatalogue } from '../support/fixtures.ts';

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

/** Opens a product's address and waits for the catalogue: a press before the page's script runs would be lost. */
async function openProduct(page: Page, id: number): Promise<void> {
  await page.goto(`/pcshop?product=${id}`);
  await waitForCatalogue(page);
}

test.describe('the gallery', () => {
  // Also among the proofs: a service worker that has taken over the page would answer requests that a test intercepts.
  test.use({ serviceWorkers: 'block' });

  test('works by mouse: arrows wrap around, a click opens full screen, Escape closes it', async ({ page }) => {
    await openProduct(page, 3);
    const product = page.getByRole('dialog', { name: 'Lamp 03' });
    await product.getByRole('button', { name: 'Previous photo' }).click();
    await expect(product.getByText('3 of 3')).toBeVisible();
    await product.getByRole('button', { name: 'Next photo' }).click();
    await expect(product.getByText('1 of 3')).toBeVisible();
    await expect(product.getByRole('img', { name: 'Lamp 03, photo 1' })).toHaveJSProperty('complete', true);

    const stage = product.getByRole('button', { name: 'Lamp 03, photo 1: open full screen' });
    // In tab order, the offer comes before the gallery.
    await expect(
      product
        .getByRole('link', { name: /^Buy from/ })
        .or(stage)
        .first(),
    ).toHaveText(/^Buy from/);
    await stage.click();
    const viewer = page.getByRole('dialog', { name: 'Photo in full screen' });
    await expect(viewer.getByRole('img', { name: 'Lamp 03, photo 1' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(viewer.getByText('3 of 3')).toBeVisible();
    await viewer.getByRole('button', { name: 'Previous photo' }).click();
    await expect(viewer.getByText('2 of 3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(product.getByText('2 of 3')).toBeVisible();
    await expect(product.getByRole('button', { name: /open full screen/ })).toBeFocused();

    await product.getByRole('button', { name: /open full screen/ }).click();
    await viewer.getByRole('img', { name: 'Lamp 03, photo 2' }).click();
    await expect(viewer).toHaveCount(0);
    await expect(product).toBeVisible();
    await expect(page).toHaveURL(/product=3$/);
  });

  test('works by keyboard: arrow keys move it, Enter opens full screen', { tag: '@proof' }, async ({ page }) => {
    await openProduct(page, 3);
    const product = page.getByRole('dialog', { name: 'Lamp 03' });
    await product.getByRole('button', { name: /open full screen/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(product.getByText('3 of 3')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(product.getByText('1 of 3')).toBeVisible();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Photo in full screen' });
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('2 of 3')).toBeVisible();
    // One step per key, also in the gallery below.
    await page.keyboard.press('Escape');
    await expect(product.getByText('2 of 3')).toBeVisible();
  });

  test(
    'a new image fades in within 150 ms, and shows at once with reduced motion',
    { tag: '@proof' },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await openProduct(page, 3);
      const product = page.getByRole('dialog', { name: 'Lamp 03' });
      const next = product.getByRole('button', { name: 'Next photo' });
      const fades = (): Promise<(number | string)[]> =>
        next.evaluate((button: HTMLElement) => {
          button.click();
          return new Promise<(number | string)[]>((resolve) => {
            requestAnimationFrame(() =>
              resolve(
                document
                  .getAnimations()
                  // A loading animation never ends.
                  .filter((animation) => animation instanceof CSSAnimation)
                  .filter(({ effect }) => (effect as KeyframeEffect).target?.closest('[role="group"]') !== null)
                  .filter((animation) => animation.effect?.getComputedTiming().iterations === 1)
                  .map((animation) => animation.effect?.getComputedTiming().duration as number),
              ),
            );
          });
        });
      expect(await fades()).toEqual([150]);
      await expect(product.getByText('2 of 3')).toBeVisible();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await fades()).toEqual([]);
      await expect(product.getByText('3 of 3')).toBeVisible();
    },
  );

  for (const savesData of [false, true]) {
    test(
      `the next and previous images are ${savesData ? 'not prefetched with Save-Data' : 'prefetched'}`,
      { tag: savesData ? '@proof' : [] },
      async ({ page }) => {
        await page.addInitScript(
          (value) => Object.defineProperty(navigator, 'connection', { value: { saveData: value } }),
          savesData,
        );
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await openProduct(page, 3);
        const large = (number: number) => (path: string) =>
          new RegExp(`/PCProducts/3/${number}(-800)?\\.webp$`).test(path);
        await expect.poll(() => asked.some(large(1))).toBe(true);
        if (savesData) await page.waitForTimeout(1_000);
        else await expect.poll(() => [2, 3].every((number) => asked.some(large(number)))).toBe(true);
        expect([2, 3].map((number) => asked.some(large(number)))).toEqual([!savesData, !savesData]);
      },
    );
  }

  test(
    'an image that fails to load leaves the preview or the placeholder',
    { tag: '@proof' },
    async ({ page, errors }) => {
      await page.route(/PCProducts\/4\/\d(-800)?\.webp/, (route) => route.abort());
      await openProduct(page, 4);
      const product = page.getByRole('dialog', { name: 'Lamp 04' });
      const small = product.locator('img[src*="/4/preview/"]');
      await expect(small).toBeVisible();
      await expect(product.getByRole('img', { name: /photo 1/ })).toHaveCount(0);
      await product.getByRole('button', { name: 'Next photo' }).click();
      await expect(product.getByTestId('drawn-placeholder')).toBeVisible();
      expect(errors.splice(0).every((error) => error.includes('ERR_FAILED'))).toBe(true);
    },
  );
});

test.describe('on a phone', () => {
  test.use({ ...PHONE });

  /** Touches the middle of an element and moves; `touchEnd` lifts the finger. */
  async function swipe(page: Page, on: Locator, [x, y]: readonly [number, number]): Promise<void> {
    const box = await on.boundingBox();
    if (!box) throw new Error('There is nothing to swipe');
    const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + x * part, y: start.y + y * part }],
      });
    await touch('touchStart', 0);
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
    await touch('touchEnd', 1);
    await client.detach();
  }

  test('the gallery has no arrows; swipes over 50 px move it and wrap around', async ({ page }) => {
    await openProduct(page, 3);
    const product = page.getByRole('dialog', { name: 'Lamp 03' });
    const stage = product.getByRole('button', { name: /open full screen/ });
    await expect(product.getByText('1 of 3')).toBeVisible();
    await expect(product.getByRole('button', { name: 'Next photo', exact: true })).toHaveCount(0);

    await swipe(page, stage, [-49, 0]);
    await page.waitForTimeout(400);
    await expect(product.getByText('1 of 3')).toBeVisible();
    await swipe(page, stage, [-51, 0]);
    await expect(product.getByText('2 of 3')).toBeVisible();
    await page.waitForTimeout(400);
    await swipe(page, stage, [51, 0]);
    await expect(product.getByText('1 of 3')).toBeVisible();
    await page.waitForTimeout(400);
    await swipe(page, stage, [120, 3]);
    await expect(product.getByText('3 of 3')).toBeVisible();
    // A swipe is not a tap.
    await expect(page.getByRole('dialog', { name: 'Photo in full screen' })).toHaveCount(0);
    // The position button replaces swiping. A tap right after a swipe is not lost to a fling.
    await product.getByText('3 of 3').tap();
    await expect(product.getByText('1 of 3')).toBeVisible();
  });

  test('a vertical swipe on the gallery scrolls the product', { tag: '@proof' }, async ({ page }) => {
    await page.goto('/smartshop?product=3');
    const product = page.getByRole('dialog', { name: 'Lamp 03' });
    await page.setViewportSize({ width: 412, height: 480 });
    await expect(product.getByText('bright')).toBeAttached();
    await swipe(page, product.getByRole('button', { name: /open full screen/ }), [0, -150]);
    await expect.poll(() => product.evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
    await expect(product.getByText('1 of 3')).toBeAttached();
  });

  test('full screen is swiped too and closed by a tap', { tag: '@proof' }, async ({ page }) => {
    await openProduct(page, 3);
    await page.getByRole('button', { name: /open full screen/ }).tap();
    const viewer = page.getByRole('dialog', { name: 'Photo in full screen' });
    await swipe(page, viewer.getByRole('img', { name: /photo 1/ }), [80, 0]);
    await expect(viewer.getByText('3 of 3')).toBeVisible();
    await viewer.getByRole('img', { name: /photo 3/ }).tap();
    await expect(viewer).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Lamp 03' }).getByText('3 of 3')).toBeVisible();
  });

  test('the buy button stays within reach at the lower edge', { tag: '@proof' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 560 });
    await openProduct(page, 3);
    await expect(page.getByRole('dialog').getByRole('link', { name: /^Buy from AMAZON/ })).toBeInViewport({ ratio: 1 });
  });
});

import type { Page } from '@playwright/test';
import { SHOPS } from '#contract/shops.ts';
import { expect, test, waitForCatalogue } from '../../support/fixtures.ts';
import { CHOICE_ID } from '../../support/shops/sample-catalogue.ts';
import { findAccessibilityViolations } from '../../support/find-accessibility-violations.ts';
import { waitForFrameExtras } from '../../support/browser/frame-extras.ts';
import { goOffline } from '../../support/browser/go-offline.ts';

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Set for screens that read no catalogue. */
  readonly hasNoCatalogue?: true;
}

const SCREENS: readonly Screen[] = [
  ...SHOPS.map(({ key, path }) => ({ name: `start screen of ${key}`, path })),
  { name: 'category', path: '/pcshop?main=Lighting' },
  { name: 'nothing found', path: '/smartshop?q=zzz' },
  {
    name: 'close matches',
    path: '/smartshop?q=cabel',
    prepare: (page) => page.getByText(/Close matches:$/).waitFor(),
  },
  {
    name: 'address that leads nowhere',
    path: '/nowhere',
    hasNoCatalogue: true,
    prepare: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
  },
  {
    name: 'sidebar of the PC shop',
    path: '/pcshop',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Open the sidebar' }).click();
      await page.getByRole('dialog').getByText('Price total').first().waitFor();
    },
  },
  {
    name: 'sidebar',
    path: '/smartshop?main=Lighting&sort=views',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Open the sidebar' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Parts/ })
        .waitFor();
    },
  },
  {
    name: 'filters, one of them wrong',
    path: '/refferals?main=Lighting&stars=2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByLabel('From').fill('ten');
      await page.getByLabel('From').press('Enter');
      await page.getByRole('alert').filter({ hasText: 'Enter a price' }).waitFor();
    },
  },
  { name: 'marks and filters that are set', path: '/smartshop?q=lamp&stars=2&stock=1' },
  {
    name: 'empty wish list',
    path: '/smartshop?main=Lighting',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Save to wish list: Lamp 01' }).first().click();
      await page.getByRole('button', { name: /^Wish list: / }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save to wish list: Lamp 01' }).click();
      await page.getByText('Nothing here yet').waitFor();
    },
  },
  {
    name: 'wish list',
    path: '/smartshop?main=Lighting',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Save to wish list: Lamp 01' }).first().click();
      await page.getByRole('button', { name: /^Wish list: / }).click();
      await page.getByRole('dialog').getByRole('article').first().waitFor();
    },
  },
  {
    name: 'cart',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: 'Cart', exact: true }).click(),
  },
  {
    name: 'keyboard shortcuts',
    path: '/pcshop',
    prepare: async (page) => {
      await waitForFrameExtras(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'product',
    path: '/pcshop?product=3',
    prepare: (page) => page.getByText('bright').waitFor(),
  },
  {
    name: 'open-box product',
    path: '/?product=2',
    prepare: (page) => page.getByRole('link', { name: 'eBay' }).waitFor(),
  },
  {
    name: 'open-box product with a choice',
    path: `/?product=${CHOICE_ID}`,
    prepare: (page) => page.getByLabel('Condition').waitFor(),
  },
  {
    name: 'picture on the whole screen',
    path: '/pcshop?product=3',
    prepare: (page) => page.getByRole('button', { name: /open full screen/ }).click(),
  },
  {
    // Earlier screens opened products on the same device.
    name: 'recently viewed',
    path: '/pcshop',
    prepare: async (page) => {
      // The shop opens with its stored browse state: a category.
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.getByRole('heading', { name: 'Recently viewed' }).scrollIntoViewIfNeeded();
    },
  },
];

// Colors do not depend on the width, nor structure on the theme: two runs cover all of both.
for (const [theme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const) {
  test(
    `axe finds no violation in the ${theme} theme at ${width} px`,
    { tag: theme === 'dark' ? '@night' : '@proof' },
    async ({ page, errors }) => {
      // Every screen; on a busy machine axe alone takes some seconds for each.
      test.setTimeout(SCREENS.length * 20_000);
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      for (const { name, path, prepare, hasNoCatalogue } of SCREENS) {
        await page.goto(path);
        if (!hasNoCatalogue) await waitForCatalogue(page);
        await prepare?.(page);
        expect(await findAccessibilityViolations(page, name)).toEqual([]);
      }
      await page.goto('/refferals?main=Lighting');
      await waitForCatalogue(page);
      await goOffline(page.context());
      await page.getByText('Offline').waitFor();
      expect(await findAccessibilityViolations(page, 'offline')).toEqual([]);
      // The browser itself logs the unknown address and requests without a network.
      expect(errors.splice(0).filter((error) => !/404|net::ERR_|WebSocket/.test(error))).toEqual([]);
    },
  );
}

test('every control on a phone is at least 44 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pcshop?main=Lighting');
  await waitForCatalogue(page);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input')]
      .map((element) => ({
        name: element.textContent || element.ariaLabel || element.tagName,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );
  expect(small).toEqual([]);
});

test('nothing is wider than a screen of 320, 390, 820 or 1440 px', async ({ page }) => {
  for (const path of ['/refferals', '/pcshop?main=Lighting', '/?product=2']) {
    await page.goto(path);
    await waitForCatalogue(page);
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // Parts that a script adapts to the width have been drawn two frames later.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const shown = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(shown, `${path} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

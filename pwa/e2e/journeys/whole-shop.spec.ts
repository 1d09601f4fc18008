import type { Page } from '@playwright/test';
import { expect, isOfNetwork, test, waitForCatalogue } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const cards = 'main article';

const pricesOf = async (page: Page): Promise<number[]> =>
  (await page.locator(cards).allInnerTexts()).map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]));

test('a sort lists the whole shop cheapest first, in pages, and offline', async ({ page, errors }) => {
  await page.goto('/refferals?sort=views');
  await waitForCatalogue(page);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price Low to High');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Price Low to High ▾');
  await expect(page.getByText(/^42 products/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'TOP Products' })).toHaveCount(0);
  await expect(page.locator(cards)).toHaveCount(25);
  const first = await pricesOf(page);
  await goOffline(page.context());
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.locator(cards)).toHaveCount(17);
  const all = [...first, ...(await pricesOf(page))];
  expect(all).toEqual(all.toSorted((a, b) => a - b));

  await page.context().setOffline(false);
  // Without a network, images that were never shown are missing.
  expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
});

test('a search without an exact match shows close matches first and offers the whole shop', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/smartshop?q=lmap+03');
  await waitForCatalogue(page);
  await expect(page.getByText('No exact match for “lmap 03”. Close matches:')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toHaveCount(0);
  await expect(page.locator(cards).first()).toContainText('Lamp 03');
  await expect(page.locator(cards).first()).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('searchbox').fill('lamp 03');
  await expect(page.getByText('1 product')).toBeVisible();
  await expect(page.getByText(/^No exact match/)).toHaveCount(0);

  await page.goto('/smartshop?main=Parts&q=lamp');
  await expect(page.getByText('No exact match for “lamp” in Parts.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 30 products from the whole shop' }).click();
  await expect(page).toHaveURL(/\/smartshop\?q=lamp$/);
  await expect(page.getByText(/^30 products/)).toBeVisible();
});

test(
  'at 390 px the current shop’s link is in view and the search placeholder is whole',
  { tag: '@proof' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/', '/refferals', '/pcshop', '/smartshop']) {
      await page.goto(path);
      await waitForCatalogue(page);
      await expect(page.getByRole('navigation', { name: 'Shops' }).locator('[aria-current]')).toBeInViewport({
        ratio: 1,
      });
    }
    const { room, text } = await page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input);
      const { fontSize } = getComputedStyle(input, '::placeholder');
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = `${fontSize} ${style.fontFamily}`;
      return {
        room: input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
        text: context.measureText(input.placeholder).width,
      };
    });
    expect(text).toBeGreaterThan(100);
    expect(text).toBeLessThanOrEqual(room);
  },
);

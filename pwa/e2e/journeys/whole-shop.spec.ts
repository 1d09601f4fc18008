import type { Locator, Page } from '@playwright/test';
import { expect, isOfNetwork, test, waitForCatalogue } from '../support/fixtures.ts';

const cards = 'main article';

const pricesOf = async (page: Page): Promise<number[]> =>
  (await page.locator(cards).allInnerTexts()).map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]));

const chooseSort = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

/** The distance that a row is scrolled from its beginning, in px. */
const scrolledBy = (row: Locator): Promise<number> => row.getByRole('list').evaluate((list) => list.scrollLeft);

test('a sort lists the whole shop cheapest first, in pages, as rows on request, and offline', async ({
  page,
  errors,
}) => {
  await page.goto('/refferals');
  await waitForCatalogue(page);
  await chooseSort(page, 'Price Low to High');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Price Low to High ▾');
  await expect(page.getByText('42 products')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'TOP Products' })).toHaveCount(0);
  await expect(page.locator(cards)).toHaveCount(25);
  const first = await pricesOf(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.locator(cards)).toHaveCount(17);
  const all = [...first, ...(await pricesOf(page))];
  expect(all).toEqual(all.toSorted((a, b) => a - b));

  const view = page.getByRole('group', { name: 'View' });
  await view.getByRole('button', { name: 'Rows' }).click();
  await page.context().setOffline(false);
  // Without a network, pictures that were never shown are missing.
  expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
  await expect(page).toHaveURL(/\?sort=priceAsc&view=rows$/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lighting', 'Parts']);
  await page.reload();
  await expect(view.getByRole('button', { name: 'Rows' })).toHaveAttribute('aria-pressed', 'true');
  await view.getByRole('button', { name: 'List' }).click();
  await expect(page).toHaveURL(/\?sort=priceAsc$/);
  await expect(page.locator(cards)).toHaveCount(25);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lighting', 'Parts']);
});

test('rows stand at their beginning after a sort, wherever they were scrolled to', async ({ page }) => {
  await page.goto('/refferals?sort=priceAsc&view=rows');
  await waitForCatalogue(page);
  const row = page.getByRole('region', { name: 'Lighting' });
  await expect(row.getByRole('article').first()).toContainText('Lamp 30');
  const next = row.getByRole('button', { name: 'Scroll forward' });
  await next.click();
  await expect.poll(() => scrolledBy(row)).toBeGreaterThan(300);
  await chooseSort(page, 'Price High to Low');
  await expect(row.getByRole('article').first()).toContainText('Lamp 01');
  await expect.poll(() => scrolledBy(row)).toBe(0);
  // A row that was not scrolled must not follow its first card to the end.
  await chooseSort(page, 'Price Low to High');
  await expect(row.getByRole('article').first()).toContainText('Lamp 30');
  await expect.poll(() => scrolledBy(row)).toBe(0);
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
  await expect(page.getByText('30 products')).toBeVisible();
});

test('at 390 px the current shop’s link is in view and the search placeholder is whole', async ({ page }) => {
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
});

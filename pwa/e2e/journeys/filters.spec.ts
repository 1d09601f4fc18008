import type { Locator, Page } from '@playwright/test';
import { expect, test, waitForCatalogue } from '../support/fixtures.ts';

// These tests do not need the service worker, whose precaching takes two fifths of a test's time.
test.use({ serviceWorkers: 'block' });

const cards = 'main article';

async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer).toBeVisible();
  return drawer;
}

test('a filter shows its count, narrows the list, and can be removed above it', async ({ page }) => {
  await page.goto('/smartshop?main=Parts');
  await waitForCatalogue(page);
  const drawer = await openFilters(page);
  await expect(drawer.getByRole('button', { name: /^4 stars and up/ })).toContainText(/4$/);
  await expect(drawer.getByRole('button', { name: /^In stock/ })).toContainText(/11$/);
  await drawer.getByRole('button', { name: /^4 stars and up/ }).click();
  await expect(page).toHaveURL(/main=Parts&stars=4$/);
  // Each filter counts what the others leave: of the four cables, all are in stock, and the other ratings stay as they were.
  await expect(drawer.getByRole('button', { name: /^In stock/ })).toContainText(/4$/);
  await expect(drawer.getByRole('button', { name: /^5 stars/ })).toContainText(/2$/);
  await drawer.getByRole('button', { name: 'Show 4 products' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.locator(cards)).toHaveCount(4);

  await page.reload();
  await expect(page.locator(cards)).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove filter: 4 stars and up' }).click();
  await expect(page.locator(cards)).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  await page.goBack();
  await expect(page.locator(cards)).toHaveCount(4);
});

test('prices filter a list; unreadable input gets a message and loses nothing', async ({ page }) => {
  await page.goto('/refferals?main=Parts');
  await waitForCatalogue(page);
  const drawer = await openFilters(page);
  const [from, to] = [drawer.getByLabel('From'), drawer.getByLabel('To')];
  await expect(from).toHaveAttribute('placeholder', '1');
  await expect(to).toHaveAttribute('placeholder', '12');
  await from.fill('$ 5');
  await to.fill('8,50');
  await to.press('Enter');
  await expect(page).toHaveURL(/main=Parts&from=5&to=8\.5$/);
  await expect(drawer.getByRole('button', { name: 'Show 4 products' })).toBeVisible();

  await from.fill('ten');
  await from.press('Enter');
  await expect(drawer.getByRole('alert')).toHaveText('Enter a price such as 19.90.');
  await expect(from).toHaveValue('ten');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await from.fill('9');
  await from.press('Enter');
  await expect(drawer.getByRole('alert')).toHaveText('The highest price must not be below the lowest.');
  await expect(page).toHaveURL(/from=5&to=8\.5$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove filter: $5 – $8.5' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/refferals\?main=Parts$/);
});

test(
  'the open-box store filters by condition; options without products are disabled',
  { tag: '@proof' },
  async ({ page }) => {
    await page.goto('/?main=Lighting');
    await waitForCatalogue(page);
    const drawer = await openFilters(page);
    await expect(drawer.getByRole('button', { name: /acceptable/ })).toBeDisabled();
    await expect(drawer.getByRole('button', { name: /good 1$/ })).toBeEnabled();
    await expect(drawer.getByRole('button', { name: /stars/ })).toHaveCount(0);
    const excellent = drawer.getByRole('button', { name: /excellent/ });
    await expect(excellent).toContainText(/20$/);
    await excellent.click();
    await expect(excellent).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/condition=excellent$/);
    await drawer.getByRole('button', { name: 'Close the filters' }).click();
    await expect(page.locator('main').getByText(/^20 products/)).toBeVisible();
  },
);

test('the sidebar offers the filters too and stays open for several', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  const sidebar = page.getByRole('dialog');
  await sidebar.getByRole('button', { name: /^In stock/ }).click();
  await sidebar.getByRole('button', { name: /^4 stars and up/ }).click();
  await expect(page).toHaveURL(/stars=4&stock=1$/);
  await sidebar.getByRole('button', { name: /^Show \d+ products$/ }).click();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
});

test('PC builds show both price totals for each subcategory', async ({ page }) => {
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  const sidebar = page.getByRole('dialog');
  await expect(sidebar.getByRole('heading', { name: 'PC Builds' })).toBeVisible();
  await expect(sidebar.getByRole('heading', { name: 'Sort Products' })).toHaveCount(0);
  await expect(sidebar.getByRole('button', { name: /^Desk lamps/ })).toHaveText(
    'Desk lamps30Typical price total $25,500.00 Price total $25,350.00',
  );
  await expect(sidebar.getByRole('button', { name: /^Data/ })).toContainText('$66.00 Price total $36.00');
  await sidebar.getByRole('button', { name: /^Data/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Data ▾');
});

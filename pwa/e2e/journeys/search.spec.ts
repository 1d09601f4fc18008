import { SHOPS } from '#contract/shops.ts';
import { expect, test, waitForCatalogue } from '../support/fixtures.ts';
import { hasWholeCatalogue } from '../support/shops/stored-catalogue.ts';

const cards = 'main article';

test('typing searches at once, marks matches, sends no requests, and adds one history entry', async ({ page }) => {
  await page.goto('/smartshop?main=Lighting');
  // Waits for the catalogues, so that their downloads are not mistaken for requests of the search.
  for (const { key } of SHOPS) await expect.poll(() => hasWholeCatalogue(page, key)).toBe(true);
  const asked: string[] = [];
  page.on('request', (request) => {
    // The change feed is polled on every screen.
    if (/\/api\/(?!sync\/\w+\/changes)/.test(request.url())) asked.push(request.url());
  });
  const field = page.getByPlaceholder('Search products by name...');
  await field.pressSequentially('lamp 1', { delay: 200 });
  await expect(page.getByText(/^10 products/)).toBeVisible();
  await expect(page.locator(cards).first().locator('mark')).toHaveText('Lamp 1');
  await expect(field).toHaveValue('lamp 1');
  await expect(page).toHaveURL(/q=lamp\+1$/);
  expect(asked).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(/main=Lighting$/);
  await expect(page.getByText(/^30 products/)).toBeVisible();
  await expect(field).toHaveValue('');
});

test('a search for the name of a category leads to it, whatever its products are called', async ({ page }) => {
  await page.goto('/smartshop');
  await waitForCatalogue(page);
  await page.getByPlaceholder('Search products by name...').fill('lighting');
  await page.getByRole('link', { name: 'Lighting: 30 products' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Lighting ▾');
});

test('typing is not disturbed by the search that runs meanwhile', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/smartshop');
  await waitForCatalogue(page);
  const field = page.getByPlaceholder('Search products by name...');
  await field.pressSequentially('lamp ', { delay: 20 });
  await expect(page).toHaveURL(/q=lamp$/);
  await field.pressSequentially('02');
  await expect(field).toHaveValue('lamp 02');
  await expect(page.locator(cards)).toHaveCount(1);
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL(/\/smartshop$/);
});

test('going back while a search is pending is not undone by it', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/smartshop?main=Lighting');
  await waitForCatalogue(page);
  const field = page.getByPlaceholder('Search products by name...');
  await field.fill('lamp 1');
  await expect(page).toHaveURL(/q=lamp\+1$/);
  await field.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'lamp 12');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    history.back();
  });
  await expect(page).toHaveURL(/main=Lighting$/);
  // Long enough for a pending search to run.
  await page.waitForTimeout(400);
  await expect(page).toHaveURL(/main=Lighting$/);
  await expect(field).toHaveValue('');
});

test('a product opened right after typing stays open above the results', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/smartshop?main=Lighting');
  await waitForCatalogue(page);
  const field = page.getByPlaceholder('Search products by name...');
  const card = page.locator(cards).locator('a').first();
  await field.evaluate((input: HTMLInputElement) => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'lamp');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const link = document.querySelector<HTMLElement>('main article a');
    link?.focus();
    link?.click();
  });
  await expect(page.getByRole('dialog', { name: 'Lamp 01' })).toBeVisible();
  await page.waitForTimeout(400);
  await expect(page.getByRole('dialog', { name: 'Lamp 01' })).toBeVisible();
  await expect(page).toHaveURL(/q=lamp&product=1$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/q=lamp$/);
  await expect(card).toBeVisible();
});

test('the / and Ctrl+K keys focus search, ? lists shortcuts, and they can be switched off', async ({ page }) => {
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  const field = page.getByPlaceholder('Search products by name...');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field).toHaveValue('?');
  await field.fill('');
  await field.blur();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.blur();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await list.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(field).not.toBeFocused();
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
});

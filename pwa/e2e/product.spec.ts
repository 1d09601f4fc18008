import { expect, test, waitForCatalogue } from './fixtures.ts';
import { BARE_ID } from './sample-catalogue.ts';

test('a deep link opens its product, and closing stays in the shop', async ({ page }) => {
  await page.goto('/pcshop?product=12');
  const product = page.getByRole('dialog', { name: 'Lamp 12' });
  await expect(product.getByText('ID: 12')).toBeVisible();
  await expect(page).toHaveTitle('PC shop · Hexlime');
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

test('a product that does not exist says so', async ({ page, errors }) => {
  await page.goto('/pcshop?product=999');
  await waitForCatalogue(page);
  const product = page.getByRole('dialog');
  await expect(product.getByRole('heading', { name: 'This product does not exist' })).toBeVisible();
  await product.getByRole('button', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL(/\/pcshop$/);
  // The engine asks the server for a product that the device does not know, and is told 404.
  expect(errors.splice(0).every((error) => error.includes('404'))).toBe(true);
});

test('a malformed id opens nothing', async ({ page }) => {
  await page.goto('/pcshop?product=1e1');
  await expect(page.getByRole('heading', { name: 'Lighting' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a product without pictures shows the drawn placeholder', async ({ page }) => {
  await page.goto(`/pcshop?product=${BARE_ID}`);
  await expect(page.getByRole('dialog').getByTestId('drawn-placeholder')).toBeVisible();
});

test('a view is counted once', async ({ page, app }) => {
  const counted = page.waitForResponse((response) => response.url().includes('/api/products/7/view'));
  await page.goto('/smartshop?product=7');
  expect((await counted).status()).toBe(204);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Lamp 07', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Lamp 07' })).toBeVisible();
  // Views are written in batches.
  const readCount = async (): Promise<number> =>
    ((await (await page.request.get(`${app.url}/api/products/7?shop=smart`)).json()) as { view_count: number })
      .view_count;
  await expect.poll(readCount).toBe(1);
});

import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** Two products of the PC shop with descriptions in different forms. */
const [FIRST, SECOND] = [41, 42];
const LONG_TITLE = `كابل ${'شاحن سريع '.repeat(40)}`.slice(0, 300).trim();

test(
  'products are compared side by side from the device, live and offline, with differences marked',
  { tag: '@service-worker' },
  async ({ page, context, app }) => {
    const save = (id: number, fields: object) => app.context.products.saveProducts('pc', [{ id, fields }]);
    await save(FIRST, { description: '<ul><li><b>Length</b>: 2 m</li><li>Plug: Type F</li></ul>' });
    await save(SECOND, { description: '<p><strong>Plug:</strong> type f</p><p><b>Length</b>: 3 m</p>' });
    await page.goto('/pcshop?main=Parts');
    await waitForCatalogue(page);

    // The action of the open product begins a comparison; from then on each card has a switch.
    await page.getByRole('heading', { name: 'Cable 11' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cable 11' });
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'In comparison' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare: Cable 12' }).click();
    await page.getByRole('link', { name: 'Compare 2 products' }).click();
    await expect(page).toHaveURL(/\/compare\?shop=pc&products=41,42$/);

    const cells = (row: RegExp) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: row }) });
    await expect(cells(/^Length/).getByRole('cell')).toHaveText(['2 m', '3 m']);
    await expect(page.getByRole('rowheader', { name: 'Length (Different)' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Plug', exact: true })).toBeVisible();
    await expect(cells(/^Price/).getByRole('cell')).toHaveText([/^\$11/, /^\$12/]);
    await page.getByRole('switch', { name: 'Only differences' }).check();
    await expect(page.getByRole('rowheader', { name: 'Plug' })).toHaveCount(0);

    await save(FIRST, { price: '8.5', title: LONG_TITLE });
    await expect(
      cells(/^Price/)
        .getByRole('cell')
        .first(),
    ).toContainText('$8.50');
    await expect(page.getByRole('columnheader').first()).toContainText(LONG_TITLE);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findAccessibilityViolations(page, 'comparison')).toEqual([]);

    await waitForOfflineReady(page);
    await goOffline(context);
    await page.reload();
    await expect(cells(/^Length/).getByRole('cell')).toHaveText(['2 m', '3 m']);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Remove from comparison: Cable 12' }).click();
    await expect(page).toHaveURL(/products=41$/);
    await page.goto('/pcshop');
    await expect(page.getByText('Choose another product to compare')).toBeVisible();
    await save(FIRST, { title: 'Cable 11', price: '11', description: '' });
    await save(SECOND, { description: '' });
  },
);

test('a shared comparison opens as far as it can be read and can be kept', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/compare?shop=smart&products=1,999,x,2,3,4');
  await expect(page.getByText('1 product of this link is left out.')).toBeVisible();
  await expect(page.getByText('One entry of this link could not be read.')).toBeVisible();
  await expect(page.getByText('The product with ID 999 is no longer in this shop.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove ID 999 from the comparison' }).click();
  await page.getByRole('button', { name: 'Keep as mine' }).click();
  await expect(page.getByText('This is a shared comparison.')).toHaveCount(0);
  await page.goto('/smartshop');
  await expect(page.getByRole('link', { name: 'Compare 3 products' })).toBeVisible();
  await page.goto('/smartshop?main=Lighting');
  await page.getByRole('button', { name: 'Compare: Lamp 05' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Compare 4 products' })).toBeVisible();
  const rejected = page.getByRole('button', { name: 'Compare: Lamp 06' });
  await rejected.press('Enter');
  await expect(rejected).toBeFocused();
  await expect(rejected).toHaveAttribute('aria-pressed', 'false');
  const tray = page.getByRole('region', { name: 'Comparison' });
  await expect(tray).toContainText('You can compare up to 4 products.');
  expect(await findAccessibilityViolations(page, 'full comparison')).toEqual([]);
  await page.getByRole('button', { name: 'Clear the comparison' }).press('Enter');
  await expect(tray).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/compare?shop=nowhere&products=1');
  await expect(page.getByRole('heading', { name: 'This comparison cannot be opened' })).toBeVisible();
  await page.goto('/compare?shop=pc');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

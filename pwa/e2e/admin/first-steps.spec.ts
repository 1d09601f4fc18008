import { startTestApp } from '#api/testing/apps/test-app.ts';
import { readDemoCatalogue } from '#api/seed/demo-catalogue.ts';
import { toExternalId } from '#api/seed/demo-products.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import { ADMIN_PASSWORD, expect, openAdmin, TABLET, test as base } from './admin-shop.ts';

/** Tests on a demo that its owner has just started. */
const test = base.extend<object, object>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startTestApp({ env: { PAGE_DIR, DEMO: '1', ADMIN_PASSWORD } });
      const products = (await readDemoCatalogue('smart')).slice(0, 3);
      await app.context.products.saveProducts(
        'smart',
        products.map(({ fields }, index) => ({ id: index + 1, external_id: toExternalId(index + 1), fields })),
      );
      await app.server.snapshots.build();
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});
test.use(TABLET);

test('the removal of the demo’s products can be undone, although its answer was lost', async ({ page }) => {
  await openAdmin(page, '/smartadmin?view=products');
  await page.getByText('First steps').tap();
  const remove = page.getByRole('button', { name: 'Remove the demo products' });
  await page.route(
    '**/api/demo-products',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await remove.tap();
  await expect(page.getByText('This shop has no products yet.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
  await remove.tap();
  await expect(page.getByText('3 demo products removed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('3 products', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the demo’s products are removed by one press and brought back by another; own products complete a step', async ({
  page,
  shop,
}) => {
  await openAdmin(page, '/smartadmin?view=products');
  const steps = page.getByRole('group').filter({ hasText: 'First steps' });
  await expect(steps).toContainText('0 of 7 done');
  // Above the list of products, the steps are collapsed into one line.
  await expect(steps.getByRole('link')).toHaveCount(0);
  await steps.getByText('First steps').tap();
  await expect(page.getByText('3 products', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the demo products' }).tap();
  await expect(page.getByText('3 demo products removed')).toBeVisible();
  await expect(page.getByText('This shop has no products yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('3 products', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove the demo products' }).tap();
  await expect(page.getByText('This shop has no products yet.')).toBeVisible();
  const fields = { title: 'My own lamp', main_category: 'Lighting', category: 'Desk' };
  await shop.context.products.saveProducts('smart', [{ fields }]);
  await page.reload();
  await expect(steps).toContainText('1 of 7 done');
  // Once opened they stay open.
  await steps.getByRole('link', { name: 'Payment' }).tap();
  await expect(page.getByText('NOWPAYMENTS_API_KEY=')).toBeInViewport();
  await expect(page).toHaveURL(/\/smartadmin\?view=setup#payment$/);
});

import { readFile } from 'node:fs/promises';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { logIn } from '../support/shops/demo-shop.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';

test.use(TABLET);

test('the audit log is filtered by person, action and day, and exported as it is shown', async ({ page }) => {
  await logIn(page, 'Ada');
  await openAdmin(page, '/pcadmin?view=audit');
  const filters = page.getByRole('search', { name: 'Filter the audit log' });
  const entries = page.getByRole('listitem');
  await expect(entries.filter({ hasText: 'Logged in' })).toHaveCount(1);
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-US', { dateStyle: 'full' }));
  await expect(page.getByRole('heading', { name: today })).toBeVisible();

  await filters.getByLabel('Action').selectOption('Deleted a product');
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
  await filters.getByRole('button', { name: 'Clear filters' }).tap();
  await filters.getByLabel('From').fill('2999-01-01');
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
  await filters.getByLabel('From').fill('');

  await filters.getByLabel('Person').selectOption('Without a name');
  await filters.getByLabel('Action').selectOption('Logged in');
  await expect(entries).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await filters.getByRole('button', { name: 'Export CSV' }).tap();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('administrator,log-in,');
  await expect(filters.getByRole('status')).toHaveText('1 entry exported.');
  await filters.getByRole('button', { name: 'Clear filters' }).tap();
  await page.getByRole('button', { name: 'Refresh' }).tap();
  await expect(entries.filter({ hasText: 'Exported the audit log' })).toContainText('Ada (demo-ada)');
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

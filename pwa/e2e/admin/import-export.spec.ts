import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { collectErrors } from '../support/fixtures.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';

test.use(TABLET);

const choose = (page: Page, text: string): Promise<void> =>
  page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const countsOf = async (page: Page): Promise<string[][]> =>
  (await page.locator('[data-outcome]').allInnerTexts()).map((text) => text.split('\n'));

test('a CSV file is first tried, row by row, and imported only then; the record says what became different', async ({
  page,
  shop,
}) => {
  const errors = collectErrors(page);
  const { reader } = shop.context.database;
  const countProducts = async (): Promise<number> =>
    (await reader.selectFrom('product').select('id').where('shop', '=', 'pc').execute()).length;
  const before = await countProducts();
  const [first] = await reader.selectFrom('product').select('id').where('shop', '=', 'pc').execute();
  await openAdmin(page, '/pcadmin');
  await page.getByRole('link', { name: 'Import and export' }).tap();
  await choose(
    page,
    [
      'id;title;main_category;category;price',
      ';"New part; with ""quotes""";PC;CPU;12',
      ';Bad part;PC;CPU;12,5',
      `${first?.id};Another title;PC;CPU;9`,
      '7;too few',
    ].join('\r\n'),
  );
  await expect(page.getByText('Preview: nothing is saved yet.')).toBeVisible();
  expect(await countsOf(page)).toEqual([
    ['To be added', '1'],
    ['To be changed', '1'],
    ['Unchanged', '0'],
    ['Rejected', '2'],
  ]);
  await expect(page.getByRole('row')).toHaveText([
    /LineFieldReason/,
    '3pricemust be dollars such as 19.99, without sign, exponent or grouping',
    '5has 2 cells, but the first row has 5',
  ]);
  expect(await countProducts()).toBe(before);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Import 2 rows' }).tap();
  await expect(page.getByText('Import finished.')).toBeVisible();
  expect((await countsOf(page)).slice(0, 2)).toEqual([
    ['Added', '1'],
    ['Changed', '1'],
  ]);
  expect(await countProducts()).toBe(before + 1);

  await page.evaluate(
    (id) =>
      fetch(`/api/edit-product/pc/${id}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${localStorage.getItem('admin_token')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ title: 'A third title' }),
      }),
    first?.id,
  );
  await page.getByRole('link', { name: 'Audit log' }).tap();
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries.nth(0)).toContainText(`Changed a product pc/${first?.id}`);
  await expect(entries.nth(0)).toContainText('administrator');
  await expect(entries.nth(0).getByRole('row', { name: 'title Another title A third title' })).toBeVisible();
  await expect(entries.nth(1)).toContainText('Imported products pc');
  await expect(entries.nth(1).getByRole('row', { name: `changed — ${first?.id}` })).toBeVisible();
  await expect(page.getByText(/^\d+ entries$/)).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('what is exported can be imported again and changes nothing', async ({ page, shop }) => {
  for (const [path, key] of [
    ['/ayzadmin', 'ayz'],
    ['/admin', 'default'],
  ] as const) {
    await openAdmin(page, `${path}?view=transfer`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).tap();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${key}-products-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const text = await readFile(await download.path(), 'utf8');
    const products = await shop.context.database.reader
      .selectFrom('product')
      .select('id')
      .where('shop', '=', key)
      .execute();
    await expect(page.getByText(`${products.length} products exported.`)).toBeVisible();
    await choose(page, text);
    await expect(page.getByText('This file has nothing to import.')).toBeVisible();
    expect(await countsOf(page)).toEqual([
      ['To be added', '0'],
      ['To be changed', '0'],
      ['Unchanged', String(products.length)],
      ['Rejected', '0'],
    ]);
  }
});

test('a file that is none, and a network that goes, say so and lose nothing', async ({ page }) => {
  await openAdmin(page, '/smartadmin?view=transfer');
  await choose(page, 'id,title\n1,"open');
  await expect(page.getByRole('alert')).toHaveText(/cannot be read at line \d+\. Check for a missing quote/);
  await choose(page, 'PNG\u0000\u0000');
  await expect(page.getByRole('alert')).toHaveText(/not a CSV file in UTF-8/);
  await page.context().setOffline(true);
  await choose(page, 'id,title,main_category,category\n900001,Lamp,Home,Light\n');
  await expect(page.getByRole('alert')).toHaveText('Stopped after 0 rows. The server cannot be reached.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
});

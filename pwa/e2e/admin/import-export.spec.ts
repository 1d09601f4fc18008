import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { FOREIGN_FILES } from '#api/testing/foreign-files.ts';
import { collectErrors } from '../support/fixtures.ts';
import { expect, openAdmin, openMore, TABLET, test } from './admin-shop.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.use(TABLET);

const MERCHANT_FOLDER = join(import.meta.dirname, '../../../api/testing/merchant-files');

const choose = (page: Page, text: string | Buffer, name = 'parts.csv'): Promise<void> =>
  page
    .getByLabel('Choose a CSV, JSON, XML or ZIP file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const countsOf = async (page: Page): Promise<string[][]> =>
  (await page.locator('[data-outcome]').allInnerTexts()).map((text) => text.split('\n'));

test('a CSV file is imported only after a dry run of each row; the audit log says what has changed', async ({
  page,
  shop,
}) => {
  const errors = collectErrors(page);
  const { reader } = shop.context.database;
  const countProducts = async (): Promise<number> =>
    (await reader.selectFrom('product').select('id').where('shop', '=', 'pc').execute()).length;
  const before = await countProducts();
  const [first] = await reader.selectFrom('product').select(['id', 'title']).where('shop', '=', 'pc').execute();
  await openAdmin(page, '/pcadmin');
  await page.getByRole('link', { name: 'Import and export' }).tap();
  await choose(
    page,
    [
      'id;title;main_category;category;price',
      ';"New part; with ""quotes""";PC;CPU;12',
      ';Bad part;PC;CPU;"€12,5"',
      `${first?.id};Another title;PC;CPU;9`,
      '7;too few',
    ].join('\r\n'),
  );
  await expect(page.getByText('Preview: nothing is saved yet.')).toBeVisible();
  expect(await countsOf(page)).toEqual([
    ['To be added', '1'],
    ['To be changed', '0'],
    ['Unchanged', '0'],
    ['Rejected', '3'],
  ]);
  await expect(page.getByRole('row')).toHaveText([
    /RowFieldReason/,
    '2 (line 3)priceis in another currency: prices are US dollars',
    `3 (line 4)idis the number of a product with another title: “${first?.title}”`,
    '4 (line 5)has 2 cells where the header has 5',
  ]);
  // The ids of another program would overwrite products: the administrator says that these are the shop's.
  await page.getByLabel('The ids of this file are those of this shop').tap();
  await expect(page.getByRole('heading', { name: 'What would change' })).toBeVisible();
  expect(await countsOf(page)).toEqual([
    ['To be added', '1'],
    ['To be changed', '1'],
    ['Unchanged', '0'],
    ['Rejected', '2'],
  ]);
  await expect(page.getByRole('row', { name: `Row 3 (line 4): product ${first?.id}, ${first?.title}` })).toBeVisible();
  await expect(page.getByRole('row', { name: `title ${first?.title} Another title` })).toBeVisible();
  await expect(page.getByRole('row', { name: /^price \S+ 9$/ })).toBeVisible();
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
  await openMore(page, 'Audit log');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries.nth(0)).toContainText(`Changed a product PC shop · ID: ${first?.id}`);
  await expect(entries.nth(0)).toContainText('Administrator');
  await expect(entries.nth(0).getByRole('row', { name: 'title Another title A third title' })).toBeVisible();
  await expect(entries.nth(1)).toContainText('Imported products PC shop');
  await expect(entries.nth(1).getByRole('row', { name: new RegExp(`^Changed — 1: ${first?.id}$`) })).toBeVisible();
  await expect(page.getByText(/^\d+ entries$/)).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('[IMP1] a file of Shopify is imported: the form shows what each column becomes, and the shop its products', async ({
  page,
}) => {
  await openAdmin(page, '/smartadmin?view=transfer');
  await choose(page, FOREIGN_FILES.Shopify.text(), 'products_export.csv');
  await expect(
    page.getByText('products_export.csv: an export of Shopify. Check where each column goes.'),
  ).toBeVisible();
  await expect(page.getByLabel('Body (HTML)')).toHaveValue('description');
  await expect(page.getByText('What you sell yourself belongs in the Open Box Store')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'good-1 · good-2 · good-3' })).toBeVisible();
  await expect(page.locator('article')).toHaveText([/Desk lamp 1\$3\.95/, /blanket 2/, /pan/, /Mug/, /Desk lamp 5/]);
  // The preview of the first products follows the choices.
  await page.getByLabel('Variant Price').selectOption('Leave out');
  await expect(page.locator('article').first()).not.toContainText('$3.95');
  await page.getByLabel('Variant Price').selectOption('Price');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check all rows' }).tap();
  await expect(page.getByText('The file has 70 rows. Importing it adds 40 products, changes 0')).toBeVisible();
  await page.getByRole('button', { name: 'Import 40 rows' }).tap();
  await expect(page.getByText('Import finished.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).tap();
  await choose(page, FOREIGN_FILES.Shopify.text(), 'again.csv');
  await expect(page.getByText('Columns go where they went the last time.')).toBeVisible();
  await page.goto('/smartshop');
  await page.getByPlaceholder('Search products by name...').fill('blanket 6');
  await page.getByRole('button', { name: 'Search', exact: true }).tap();
  await expect(page.getByRole('article')).toHaveText([/Wool “Alpine” blanket 6 – Blue, dark/, /blanket 6 – Red/]);
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

test('an unreadable file and a lost network are reported, and nothing is lost', { tag: '@proof' }, async ({ page }) => {
  await openAdmin(page, '/smartadmin?view=transfer');
  await choose(page, 'id,title\n1,"open');
  await expect(page.getByRole('alert')).toHaveText('After row 0 a cell begins with a quote that is never closed.');
  await choose(page, 'PNG\u0000\u0000');
  await expect(page.getByRole('alert')).toHaveText(
    'The file is not text in UTF-8. In a spreadsheet program, save it as “CSV UTF-8”.',
  );
  await choose(page, '[]', 'parts.json');
  await expect(page.getByRole('alert')).toHaveText('The file has no rows.');
  await goOffline(page.context());
  await choose(page, 'id,title,main_category,category\n900001,Lamp,Home,Light\n');
  await expect(page.getByRole('alert')).toHaveText(
    'Stopped after 0 rows. The server cannot be reached. Try again when you are online.',
  );
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
});

/** For each file: how many rows are added and rejected, and the reasons and notes that are shown. */
const MERCHANT_FILES: Readonly<Record<string, { added: number; rejected: number; said: readonly RegExp[] }>> = {
  'variants-one-key.csv': {
    added: 2,
    rejected: 2,
    said: [/^2 \(line 3\)repeats the key of row 1/, /^3 \(line 4\)repeats the key of row 1/],
  },
  'semicolon-decimal-comma.csv': { added: 3, rejected: 0, said: [] },
  'excel-blank-rows.csv': { added: 2, rejected: 0, said: [] },
  'header-capitals.csv': { added: 1, rejected: 0, said: [] },
  'prices-of-the-world.csv': {
    added: 11,
    rejected: 4,
    said: [/^11 .*pricemust be dollars/, /^12 .*not be below 0$/, /^13 .*must be dollars/, /^14 .*another currency/],
  },
  'availability-and-ratings.csv': { added: 9, rejected: 0, said: [/^6 \(line 7\)rateis rounded/] },
  'barcodes-from-excel.csv': { added: 9, rejected: 0, said: [/^1 \(line 2\)barcodeis left out: a spreadsheet/] },
  'numbers.json': { added: 3, rejected: 0, said: [] },
  'plain-text-description.csv': { added: 2, rejected: 0, said: [] },
  'table-description.csv': { added: 1, rejected: 0, said: [] },
};

test(
  'the files that merchants have are read on the screen as by the command, in CSV and JSON',
  { tag: '@proof' },
  async ({ page, shop }) => {
    await openAdmin(page, '/pcadmin?view=transfer');
    for (const [name, { added, rejected, said }] of Object.entries(MERCHANT_FILES)) {
      await choose(page, await readFile(join(MERCHANT_FOLDER, name)), name);
      await expect(page.getByText(`${name}: `)).toBeVisible();
      await expect(page.getByText('Preview: nothing is saved yet.')).toBeVisible();
      expect(
        (await countsOf(page)).map(([, count]) => Number(count)),
        name,
      ).toEqual([added, 0, 0, rejected]);
      await expect(page.locator('tbody').getByRole('row'), name).toHaveText([...said]);
      if (name === 'excel-blank-rows.csv') await expect(page.getByText('3 blank rows are skipped.')).toBeVisible();
      await page.getByRole('button', { name: 'Choose another file' }).tap();
    }
    await choose(page, await readFile(join(MERCHANT_FOLDER, 'numbers.json')), 'numbers.json');
    await page.getByRole('button', { name: 'Import 3 rows' }).tap();
    await expect(page.getByText('Import finished.')).toBeVisible();
    const stored = await shop.context.database.reader
      .selectFrom('product')
      .select('price_cents')
      .where('external_id', 'in', ['JN-1', 'JN-2', '3'])
      .orderBy('id')
      .execute();
    expect(stored.map(({ price_cents }) => price_cents)).toEqual([1_999, 0, 500]);
  },
);

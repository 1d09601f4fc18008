import { drawCode, readCodes } from '../support/code-images.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';

test.use(TABLET);

const EAN = '4006381333931';

test('an image of a barcode fills the form, finds the product again, and shelf labels print its link', async ({
  page,
  shop,
}) => {
  const chooseCode = async (): Promise<void> => {
    const scanner = page.getByRole('dialog', { name: 'Scan a barcode or QR code' });
    const chooser = page.waitForEvent('filechooser');
    await scanner.getByRole('button', { name: 'Choose a photo' }).tap();
    await (await chooser).setFiles({ name: 'code.png', mimeType: 'image/png', buffer: await drawCode(EAN, 'EAN13') });
    await expect(scanner).toHaveCount(0);
  };
  await openAdmin(page, `/ayzadmin?edit=${CHOICE_ID}`);
  const field = page.getByRole('textbox', { name: 'Barcode' });
  await field.fill('4006381333930');
  await page.getByRole('button', { name: 'Save changes' }).tap();
  await expect(page.getByText(/Barcode must be a barcode number/)).toBeVisible();
  await page.getByRole('button', { name: 'Scan a code' }).tap();
  await chooseCode();
  await expect(field).toHaveValue(EAN);
  await page.getByRole('button', { name: 'Save changes' }).tap();
  const stored = async (): Promise<unknown> => {
    const reply = await page.request.get(`/api/products/${CHOICE_ID}?shop=ayz`);
    return ((await reply.json()) as { barcode: string }).barcode;
  };
  await expect.poll(stored).toBe(EAN);

  await page.getByRole('button', { name: 'OK' }).tap();
  await page.getByRole('link', { name: 'Products', exact: true }).tap();
  await page.getByRole('button', { name: 'Scan a code' }).tap();
  await chooseCode();
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: 'Print labels' }).tap();
  // One label for each of the two conditions in stock.
  const sheet = page.getByRole('region', { name: 'Sheet 1' });
  await expect(sheet.getByRole('listitem')).toHaveText([/Lamp 03.*\$970.*ID 3/, /Lamp 03.*\$969.*ID 3/]);
  expect(await findAccessibilityViolations(page, 'labels')).toEqual([]);
  const link = `${shop.url}/?product=${CHOICE_ID}`;
  expect(await readCodes(await sheet.screenshot())).toEqual([link, link]);

  await page.getByLabel('Copies of each').fill('20');
  await page.getByLabel('Begin at label').fill('0');
  await expect(page.getByText('Enter a whole number from 1 to 24')).toBeVisible();
  await page.getByLabel('Begin at label').fill('3');
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  // 2 used labels and 40 new ones fill two sheets of 24; A4 is 595 by 842 points.
  expect(printed.match(/\/MediaBox \[0 0 59[45]\S* 84[12]\S*\]/g)).toHaveLength(2);
  await page.getByRole('button', { name: 'Back to the products' }).tap();
  await expect(page.getByRole('checkbox', { name: 'Select this page' })).toBeChecked();
});

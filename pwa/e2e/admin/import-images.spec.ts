import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Page } from '@playwright/test';
import { OLD_ADDRESSES_PATH } from '#contract/screens/old-addresses.ts';
import { drawTestImage } from '#api/testing/clients/image-client.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.use(TABLET);

const choose = (page: Page, name: string, content: string | Uint8Array): Promise<void> =>
  page
    .getByLabel('Choose a CSV, JSON, XML or ZIP file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

async function makeZip(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [path, bytes] of Object.entries(files)) await writer.add(path, new Uint8ArrayReader(bytes));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

test(
  '[IMP3] [IMP6] images arrive by links and in a ZIP file, and old addresses lead to products, offline too',
  { tag: '@service-worker' },
  async ({ page, context, imageSite }) => {
    await openAdmin(page, '/smartadmin?view=transfer');
    const links = [imageSite.link('/good/lamp.png'), imageSite.link('/gone/lamp.png')].join(' ');
    await choose(
      page,
      'lamps.csv',
      `external_id,title,main_category,category,images\nold-lamp,Lamp of old,Light,Desk,${links}\n`,
    );
    await page.getByRole('button', { name: 'Import 1 row' }).tap();
    await expect(page.getByText('Import finished.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 image could not be imported' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Lamp of old' })).toContainText('is answered with the status 404');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    imageSite.heal('/gone');
    await page.getByRole('button', { name: 'Try again' }).tap();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();

    await page.getByRole('button', { name: 'Choose another file' }).tap();
    const image = await drawTestImage('red', 300, 200);
    await choose(page, 'images.zip', await makeZip({ 'old-lamp-3.jpg': image, 'nothing.jpg': image }));
    await expect(page.getByText('1 image added.')).toBeVisible();
    await expect(page.getByRole('row', { name: 'nothing.jpg' })).toContainText('is named by no id');

    await page.getByRole('button', { name: 'Choose another file' }).tap();
    await choose(page, 'old.csv', 'old_path,product\n/products/old-lamp,old-lamp\n/smartshop,old-lamp\n');
    await expect(page.getByText('Importing it adds 1 old address, changes 0')).toBeVisible();
    await expect(page.getByRole('row', { name: '2 (line 3) old_path' })).toContainText('is an address of this shop');
    await page.getByRole('button', { name: 'Import 1 row' }).tap();
    await expect(page.getByText('Import finished.')).toBeVisible();

    const product = page.getByRole('dialog').getByRole('heading', { name: 'Lamp of old' });
    await page.goto('/products/old-lamp?utm_source=mail');
    await expect(page).toHaveURL(/\/smartshop\?product=\d+$/);
    await expect(product).toBeVisible();
    await waitForOfflineReady(page);
    const isListKept = (): Promise<boolean> =>
      page.evaluate(async (path) => (await caches.match(path)) !== undefined, OLD_ADDRESSES_PATH);
    await expect.poll(isListKept).toBe(true);
    await goOffline(context);
    await page.goto('/products/old-lamp');
    await expect(page).toHaveURL(/\/smartshop\?product=\d+$/);
    await expect(product).toBeVisible();
  },
);

import type { Page } from '@playwright/test';
import { PHONE, tryLayers } from '../support/layers.ts';
import type { LayerRow, LayerStep } from '../support/layers.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { button, descriptionOf, field, loadProduct, openTab, readProposedId } from './admin-forms.ts';
import { expect, openAdmin, test } from './admin-shop.ts';
import { makeOrder } from './make-order.ts';

// These tests do not need the service worker, whose precaching takes two fifths of a test's time.
test.use({ serviceWorkers: 'block' });

test.use(PHONE);

const press = (name: string) => (page: Page) => button(page, name).first().tap();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const question = (name: string) => (page: Page) => page.getByRole('alertdialog', { name });
const ask = (name: string, control: string): LayerStep => ({ name, open: press(control), find: question(name) });

/** Expands all orders, which shows their shipments. */
async function openRows(page: Page): Promise<void> {
  const closed = page.getByRole('article').getByRole('button', { expanded: false });
  await closed.first().waitFor();
  while ((await closed.count()) > 0) await closed.first().tap();
}

/** Layers of the administration but those that only a conflict or a lost login opens: these use `Alert`, `ConfirmDialog` or `Modal` as well. */
const LAYERS: readonly LayerRow[] = [
  {
    path: '/pcadmin',
    prepare: async (page) => {
      await openTab(page, 'Add product');
      await readProposedId(page);
      await field(page, 'ID').fill('');
    },
    steps: [
      {
        name: 'Please enter the product name',
        open: press('Add product'),
        find: question('Please enter the product name'),
      },
    ],
  },
  {
    path: '/pcadmin',
    prepare: (page) => field(page, 'Title').fill('Half a ti'),
    steps: [ask('Are you sure you want to clear all input fields?', 'Reset')],
  },
  {
    path: '/pcadmin',
    prepare: async (page) => {
      // The form has kept the title of the row above.
      await expect(field(page, 'Title')).toHaveValue('Half a ti');
      await descriptionOf(page).tap();
      await page.keyboard.type('Half a description');
    },
    steps: [ask('Clear the whole description?', 'Clear content')],
  },
  {
    path: '/pcadmin',
    steps: [{ name: 'Scan a code', open: press('Scan a code'), find: dialog('Scan a barcode or QR code') }],
  },
  {
    path: '/pcadmin',
    prepare: async (page) => {
      await openTab(page, 'Delete product');
      await field(page, 'Enter the ID to delete').fill('9');
    },
    steps: [ask('Are you sure you want to delete the product with ID - 9?', 'Delete product')],
  },
  {
    path: '/ayzadmin',
    prepare: async (page) => {
      await openTab(page, 'Edit product');
      await loadProduct(page, CHOICE_ID);
    },
    steps: [ask('Are you sure you want to clear all input fields?', 'Reset')],
  },
  {
    path: '/ayzadmin?view=products',
    prepare: (page) => page.getByRole('checkbox', { name: 'Select this page' }).check(),
    steps: [
      {
        name: 'shelf labels',
        open: press('Print labels'),
        find: (page) => page.getByRole('region', { name: 'Sheet 1' }),
        close: press('Back to the products'),
      },
    ],
  },
  {
    path: '/ayzadmin?view=replies',
    steps: [
      {
        name: 'New reply',
        open: press('New reply'),
        find: (page) => page.getByRole('dialog'),
      },
    ],
  },
  {
    path: '/orders',
    prepare: openRows,
    steps: [ask('This order is not paid. Mark it as sent?', 'Not Sent')].map((step) => ({
      ...step,
      open: (page: Page) => page.getByRole('switch', { name: 'Not Sent' }).first().tap(),
    })),
  },
  { path: '/orders', prepare: openRows, steps: [ask('Are you sure you want to delete this order?', 'Delete Order')] },
  {
    path: '/orders',
    steps: [
      {
        name: 'packing slips',
        open: (page) =>
          page
            .getByRole('button', { name: /^Print .*packing slip/ })
            .first()
            .tap(),
        find: (page) => page.getByRole('heading', { level: 1, name: 'Packing slips' }),
        close: press('Back to orders'),
      },
    ],
  },
];

test(
  'each layer of the administration is left by "back", one at a time, and its form keeps what was typed',
  { tag: '@proof' },
  async ({ page, shop }) => {
    test.setTimeout(360_000);
    await makeOrder(shop, { buyer: 'ben', productId: 902 });
    await (await makeOrder(shop, { buyer: 'ben', productId: 903 })).choose('expire', 'expired');
    for (const row of LAYERS) {
      await openAdmin(page, row.path);
      await test.step(row.steps.map(({ name }) => name).join(', '), () => tryLayers(page, row));
    }
  },
);

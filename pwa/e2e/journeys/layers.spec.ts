import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { findCameraChromium } from '../support/browser/find-chromium.ts';
import { openInstalledApp } from '../support/browser/installed-app.ts';
import { waitForCatalogue } from '../support/fixtures.ts';
import { chatsWindow, contactSupport } from '../support/chat-steps.ts';
import { PHONE, tryLayers } from '../support/layers.ts';
import type { LayerRow, LayerStep } from '../support/layers.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { expect, logIn, orderOne, putIntoCart, test } from '../support/shops/demo-shop.ts';

test.use(PHONE);

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).last().tap();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name, exact: true });
const question = (name: string) => (page: Page) => page.getByRole('alertdialog', { name });
const layer = (name: string, button: string | RegExp, more: Partial<LayerStep> = {}): LayerStep => ({
  name,
  open: press(button),
  find: dialog(name),
  ...more,
});

const sidebar = layer('Sort, categories and filters', 'Open the sidebar');
const product: LayerStep = {
  name: 'Lamp 03',
  open: (page) => page.locator('main').getByRole('heading', { name: 'Lamp 03', exact: true }).first().tap(),
  find: dialog('Lamp 03'),
};
const message = (page: Page) => chatsWindow(page).getByPlaceholder('Enter a message...');
const photo = layer('Photo in full screen', 'Photo: open full screen');

/** Every layer of the shops but those that only a rejected change opens, such as an alert about the cart: these use `ConfirmDialog` as well. */
const LAYERS: readonly LayerRow[] = [
  { path: '/?main=Lighting', steps: [sidebar] },
  {
    path: '/?main=Lighting',
    // The sidebar closes as the sync centre opens: one step, not two.
    steps: [
      {
        ...layer('Offline & sync', 'Offline & sync'),
        open: async (page) => {
          await sidebar.open(page);
          await press('Offline & sync')(page);
        },
      },
    ],
  },
  { path: '/?main=Lighting', steps: [layer('Filters', 'Filters')] },
  {
    path: '/?main=Lighting',
    prepare: (page) => press(/^Save to wish list/)(page),
    steps: [layer('Wish list', /^Wish list/)],
  },
  { path: '/?main=Lighting', steps: [layer('Cart', /^Cart/)] },
  { path: '/pcshop', steps: [layer('Cart', /^Cart/)] },
  { path: '/?main=Lighting', steps: [layer('Scan a barcode or QR code', 'Scan a code')] },
  {
    path: '/?main=Lighting',
    steps: [{ ...layer('Keyboard shortcuts', ''), open: (page) => page.keyboard.press('?') }],
  },
  { path: '/?main=Lighting', steps: [product, layer('Photo in full screen', /full screen/)] },
  {
    path: '/?main=Lighting',
    steps: [
      product,
      {
        ...layer('Your chats', 'If you have a question, contact support'),
        typed: { field: message, text: 'Half a sen' },
      },
      layer('Attach a product', 'Attach a product'),
    ],
  },
  {
    path: '/?main=Lighting',
    steps: [
      layer('Your chats', /^Open the chats/),
      {
        name: 'a chat',
        open: (page) =>
          chatsWindow(page)
            .getByRole('link', { name: /Lamp 05/ })
            .or(chatsWindow(page).getByRole('button', { name: /Lamp 05/ }))
            .first()
            .tap(),
        find: (page) => chatsWindow(page).getByRole('heading', { name: 'Support Chat' }),
        typed: { field: message, text: 'Another half' },
      },
      photo,
    ],
  },
  {
    path: '/chats',
    steps: [
      {
        name: 'a chat',
        open: (page) =>
          page
            .getByRole('link', { name: /Lamp 05/ })
            .or(page.getByRole('button', { name: /Lamp 05/ }))
            .first()
            .tap(),
        find: (page) => page.getByRole('heading', { name: 'Support Chat' }),
      },
      photo,
    ],
  },
  { path: '/pcshop?main=Parts', steps: [sidebar] },
  {
    path: '/builds',
    prepare: (page) => press('New build')(page),
    steps: [layer('Choose a part: Power', 'Choose a part: Power')],
  },
  {
    path: '/builds',
    prepare: async (page) => {
      await press('New build')(page);
      await page.goto('/pcshop?main=Parts');
      await waitForCatalogue(page);
    },
    steps: [
      {
        name: 'Cable 01',
        open: (page) => page.locator('main').getByRole('heading', { name: 'Cable 01', exact: true }).tap(),
        find: dialog('Cable 01'),
      },
      layer('Add to which build?', 'Add to build'),
    ],
  },
  {
    path: '/privacy',
    steps: [{ ...layer('Clear this device?', 'Clear this device'), find: question('Clear this device?') }],
  },
  {
    path: '/privacy',
    steps: [{ ...layer('Delete your data?', 'Delete my data'), find: question('Delete your data?') }],
  },
  { path: '/account', steps: [layer('Devices', 'Devices')] },
  {
    path: '/account',
    steps: [
      {
        ...layer('Are you sure you want to delete this order?', /^Delete order: /),
        find: question('Are you sure you want to delete this order?'),
      },
    ],
  },
  {
    path: '/account',
    steps: [
      {
        ...layer('Shipping and contact', 'Pay with crypto: Lamp 03'),
        open: async (page) => {
          await page.getByRole('tab', { name: 'Cart' }).tap();
          await press('Pay with crypto: Lamp 03')(page);
        },
        typed: { field: (page) => page.getByLabel('City'), text: 'Half a ci' },
      },
    ],
  },
];

/** Signs in with an order, an item in the cart and a chat with a photo, then tries each layer. */
async function tryAll(page: Page): Promise<void> {
  await logIn(page, 'Alice');
  await orderOne(page, { user: 'demo-alice', productId: CHOICE_ID, condition: 'good', dollars: 969 });
  await putIntoCart(page, 'demo-alice', CHOICE_ID, 'good', 1);
  const chat = await contactSupport(page, 5);
  const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#84cc16' } })
    .jpeg()
    .toBuffer();
  await chat.locator('input[type=file]').setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: file });
  await chat.getByRole('list', { name: 'Attached photos' }).getByRole('img').waitFor();
  await chat.getByRole('button', { name: 'Send' }).tap();
  await chat.getByRole('button', { name: 'Photo: open full screen' }).waitFor();
  await page.goto('/?main=Lighting');
  await waitForCatalogue(page);
  for (const row of LAYERS) await test.step(row.steps.map(({ name }) => name).join(', '), () => tryLayers(page, row));
}

test(
  'each layer of the shops is left by "back" in a tab, one at a time, and keeps what was typed',
  { tag: '@proof' },
  async ({ page }) => {
    test.setTimeout(360_000);
    await tryAll(page);
  },
);

const wholeChromium = findCameraChromium();
test('each layer of the shops is left by "back" in the installed app, too', { tag: '@proof' }, async ({ demo }) => {
  test.skip(wholeChromium === undefined, 'needs a whole Chromium');
  test.setTimeout(360_000);
  const { page, close } = await openInstalledApp(wholeChromium ?? '', demo.url, PHONE);
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  await tryAll(page);
  await close();
});

test('a visitor’s dialog to log in is left by "back"', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/?main=Lighting');
  await waitForCatalogue(page);
  const open = async (): Promise<void> => {
    await sidebar.open(page);
    await sidebar.find(page).getByRole('button', { name: 'Log in' }).tap();
  };
  await tryLayers(page, { path: '/?main=Lighting', steps: [{ ...layer('Log in', ''), open }] });
});

test('a layer leaves no step in the history after a link, a category, filters, a reload or "forward"', async ({
  page,
}) => {
  await page.goto('/smartshop?main=Parts');
  await waitForCatalogue(page);

  await sidebar.open(page);
  await sidebar
    .find(page)
    .getByRole('button', { name: /^Lighting/ })
    .tap();
  await expect(page).toHaveURL(/main=Lighting/);
  await expect(sidebar.find(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/main=Parts$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('▾ Parts ▾');

  const filters = layer('Filters', 'Filters');
  await filters.open(page);
  await filters
    .find(page)
    .getByRole('button', { name: /^4 stars and up/ })
    .tap();
  await expect(page).toHaveURL(/main=Parts&stars=4$/);
  await expect(filters.find(page)).toBeVisible();
  await page.goBack();
  await expect(filters.find(page)).toHaveCount(0);
  await expect(page).toHaveURL(/main=Parts&stars=4$/);
  await page.goForward();
  await expect(filters.find(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/main=Parts$/);

  // Closing a layer does not undo scrolling that happened meanwhile.
  await filters.open(page);
  await expect(filters.find(page)).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
  await page.keyboard.press('Escape');
  await expect(filters.find(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: { depth: number } }).layer?.depth)).toBe(0);
  expect(await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(scrollY))))).toBe(200);

  await filters.open(page);
  await expect(filters.find(page)).toBeVisible();
  await page.reload();
  await waitForCatalogue(page);
  await expect(filters.find(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/main=Parts$/);
  await page.goForward();
  await expect(page).toHaveURL(/main=Parts$/);

  await page.goto('/?main=Lighting');
  await waitForCatalogue(page);
  await sidebar.open(page);
  await sidebar.find(page).getByRole('button', { name: 'My Account' }).tap();
  await expect(page).toHaveURL(/\/account$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/\?main=Lighting$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A product has an address: "forward" may open it again.
  await product.open(page);
  await press(/full screen/)(page);
  await page.reload();
  await expect(product.find(page)).toBeVisible();
  await page.goBack();
  await expect(product.find(page)).toHaveCount(0);
  await page.goForward();
  await expect(product.find(page)).toBeVisible();
  await product.find(page).getByRole('button', { name: 'Close the product' }).tap();
  await expect(page).toHaveURL(/\/\?main=Lighting$/);
});

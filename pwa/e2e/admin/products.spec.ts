import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { setReadOnly } from '#api/testing/processes/read-only.ts';
import {
  acknowledge,
  button,
  chooseImages,
  COLOURS,
  drawImageFiles,
  field,
  gallery,
  loadProduct,
  openTab,
  pickFiles,
  readProposedId,
  waitForDraft,
  waitForNoDraft,
  write,
} from './admin-forms.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.use(TABLET);

const submit = (page: Page): Promise<void> => button(page, 'Add product').tap();

/** Fills the required fields of a product. */
const fillRequired = (page: Page, title: string): Promise<void> =>
  write(page, { Title: title, 'Main category': 'Lighting', Category: 'Desk lamps' });

/** Expects a number of loaded images in the form. */
const expectImages = (page: Page, count: number): Promise<void> =>
  expect(gallery(page).getByRole('img')).toHaveCount(count);

async function readProduct(page: Page, shop: string, id: number): Promise<Record<string, unknown>> {
  const reply = await page.request.get(`/api/products/${id}?shop=${shop}`);
  return (await reply.json()) as Record<string, unknown>;
}

test('a product is deleted by id and restored at once or from the list of deleted products', async ({ page }) => {
  await openAdmin(page, '/ayzadmin');
  await openTab(page, 'Delete product');
  await button(page, 'Delete product').tap();
  await acknowledge(page, 'Please enter the ID of the item to be deleted');

  const remove = async (id: number): Promise<Locator> => {
    await write(page, { 'Enter the ID to delete': String(id) });
    await button(page, 'Delete product').tap();
    return page.getByRole('alertdialog', { name: `Are you sure you want to delete the product with ID - ${id}?` });
  };
  const unknown = await remove(999_999);
  await expect(unknown.getByText('This product is not on this device.')).toBeVisible();
  await unknown.getByRole('button', { name: 'Delete it' }).tap();
  await acknowledge(page, 'Not found');

  const question = await remove(9);
  await expect(question.getByText('Lamp 09')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await button(page, 'Delete product').tap();
  await question.getByRole('button', { name: 'Delete it' }).tap();
  const done = page.getByRole('alertdialog', { name: 'Product with ID 9 has been deleted' });
  await done.getByRole('button', { name: 'Undo' }).tap();
  await acknowledge(page, '“Lamp 09” has been restored');
  expect(await readProduct(page, 'ayz', 9)).toMatchObject({ title: 'Lamp 09' });

  await (await remove(9)).getByRole('button', { name: 'Delete it' }).tap();
  await acknowledge(page, 'Product with ID 9 has been deleted');
  expect((await page.request.get('/api/products/9?shop=ayz')).status()).toBe(404);
  await button(page, 'Restore: Lamp 09').tap();
  await acknowledge(page, '“Lamp 09” has been restored');
  await expect(page.getByText('No recently deleted products.')).toBeVisible();
});

test('bad input is marked at its field, and the form keeps everything', async ({ page, shop }) => {
  await openAdmin(page, '/admin');
  const id = await readProposedId(page);
  await submit(page);
  await expect(field(page, 'Title')).toBeFocused();
  for (const name of ['Title', 'Main category', 'Category'])
    await expect(page.getByText(`${name} must not be empty`, { exact: true })).toBeVisible();

  await fillRequired(page, 'Lamp');
  await field(page, 'Price').fill('twelve');
  await field(page, 'Link').fill('javascript:alert(1)');
  await submit(page);
  await expect(field(page, 'Price')).toBeFocused();
  await expect(page.getByText('Enter dollars such as 19.99')).toBeVisible();
  await expect(page.getByText('Link must be an http or https address')).toBeVisible();
  await expect(page.getByText('Title must not be empty')).toHaveCount(0);
  await expect(page.getByText('2 fields to correct')).toBeVisible();
  // Tab selects a field's text, so typing replaces it.
  await field(page, 'Price').fill('27,9');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Price')).toHaveValue('27.90');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('12.5');
  await expect(field(page, 'Price')).toHaveValue('12.5');
  await field(page, 'Link').fill('');

  await page.getByRole('button', { name: 'Clear: ID' }).tap();
  await submit(page);
  await acknowledge(page, 'Please enter the product name');
  await field(page, 'ID').fill('1');
  await submit(page);
  await acknowledge(page, 'The product was not added');
  await expect(page.getByText(`The next free ID is ${id}.`)).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Lamp');
  await field(page, 'ID').fill(String(id));
  await submit(page);
  await acknowledge(page, 'Товар успешно добавлен');
  expect(await readProduct(page, 'default', id)).toMatchObject({ title: 'Lamp', price: '12.5', imagecount: 0 });
  expect(
    await shop.context.database.reader.selectFrom('product').select('id').where('title', '=', 'Lamp').execute(),
  ).toHaveLength(1);
});

test('the open-box form without an id silently does nothing', { tag: '@proof' }, async ({ page }) => {
  await openAdmin(page, '/ayzadmin');
  await readProposedId(page);
  await fillRequired(page, 'Nameless');
  await page.getByRole('button', { name: 'Clear: ID' }).tap();
  await submit(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(field(page, 'Title')).toHaveValue('Nameless');
});

test(
  'unsupported, too large or too many files are named, and the others are added',
  { tag: '@proof' },
  async ({ page }) => {
    await openAdmin(page, '/pcadmin');
    const photos = await drawImageFiles(COLOURS);
    const [photo] = photos;
    await pickFiles(page, 'Choose images', [
      { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      { name: 'drawing.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(16 * 1024 * 1024) },
      photo!,
    ]);
    await expectImages(page, 1);
    await expect(page.getByText('“words.png” cannot be opened')).toBeVisible();
    await expect(page.getByText('“drawing.png” cannot be opened')).toBeVisible();
    await expect(page.getByText('“words.txt” is not an image')).toBeVisible();
    await expect(page.getByText('“large.jpg” cannot be opened')).toBeVisible();

    await page.getByRole('button', { name: 'Delete image 1' }).tap();
    await pickFiles(
      page,
      'Choose images',
      Array.from({ length: 21 }, (_, index) => ({ ...photo!, name: `many-${index}.jpg` })),
    );
    await expect(page.getByText('You can add up to 20 images at once')).toBeVisible();
    await expectImages(page, 20);
  },
);

test(
  'pictures that only the browser reads are converted in form and description, and others are named',
  { tag: '@proof' },
  async ({ page }) => {
    test.setTimeout(180_000);
    const paint = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } });
    const photo = { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await paint(12_000, 9_000).jpeg().toBuffer() };
    const avif = { name: 'lamp.avif', mimeType: 'image/avif', buffer: await paint(60, 40).avif().toBuffer() };
    // Servers of shops often give such images this name.
    const misnamed = { ...avif, name: 'lamp.webp', mimeType: 'image/webp' };
    const gif = { name: 'lamp.gif', mimeType: 'image/gif', buffer: await paint(60, 40).gif().toBuffer() };
    const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic') };
    const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });
    const half = { ...photo, name: 'half.png', buffer: (await noise.png().toBuffer()).subarray(0, 90_000) };
    const onlyBrowser = [photo, avif, misnamed, gif];

    await openAdmin(page, '/pcadmin');
    const id = await readProposedId(page);
    await fillRequired(page, 'Converted');
    await pickFiles(page, 'Choose images', [...onlyBrowser, heic, half]);
    // 108 megapixels take a busy machine half a minute.
    await expect(gallery(page).getByRole('img')).toHaveCount(4, { timeout: 90_000 });
    const problems = page.getByRole('alert');
    await expect(problems.getByText('“IMG_1.HEIC” is an HEIC photo, which this browser cannot open.')).toBeVisible();
    await expect(problems.getByText('“half.png” cannot be opened.')).toBeVisible();

    const editor = page.getByRole('textbox', { name: 'Description' });
    const input = page.getByLabel('Add image').and(page.locator('input'));
    await input.setInputFiles([avif, heic, half]);
    await expect(editor.locator('img')).toHaveCount(1);
    const notes = page.getByRole('status').filter({ hasText: 'HEIC' });
    await expect(notes.getByText('“IMG_1.HEIC” is an HEIC photo, which this browser cannot open.')).toBeVisible();
    await expect(notes.getByText('“half.png” cannot be opened.')).toBeVisible();
    await notes.getByRole('button', { name: 'Hide this message' }).tap();
    await expect(notes).toHaveCount(0);

    await submit(page);
    await acknowledge(page, 'Товар успешно добавлен');
    const product = await readProduct(page, 'pc', id);
    expect(product).toMatchObject({ imagecount: 4 });
    const stored = await Promise.all(
      [1, 2, 3, 4].map(async (place) => {
        const reply = await page.request.get(`/images/PCProducts/${id}/${place}.webp`);
        const { width, height, hasAlpha } = await sharp(await reply.body()).metadata();
        return `${width}x${height} ${hasAlpha ? 'transparent' : 'opaque'}`;
      }),
    );
    expect(stored).toEqual(['1600x1200 opaque', '60x40 transparent', '60x40 transparent', '60x40 opaque']);
    const [, src = ''] = /<img src="([^"]+)"/.exec(String(product['description'])) ?? [];
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/webp');
  },
);

test('[fault 61] failing image links are skipped with their reason, and the others are added', async ({ page }) => {
  await openAdmin(page, '/smartadmin');
  await readProposedId(page);
  // The server never fetches from its own machine, so the test answers the valid link itself.
  const good = 'https://pictures.example/lamp.webp';
  const [photo] = await drawImageFiles(['blue']);
  await page.route('**/api/image-from-link', (route) =>
    route.request().postData()?.includes(good)
      ? route.fulfill({ contentType: 'image/webp', body: photo!.buffer })
      : route.continue(),
  );
  const links = ['javascript:alert(1)', ' ', 'http://127.0.0.1:9/lamp.jpg', 'file:///etc/passwd', good];
  await page.getByLabel('Image links').fill(`${links.join(',\n')}\nhttp://169.254.169.254/latest`);
  await button(page, 'Add from links').tap();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'Not added: javascript:alert(1): not an http or https link',
    'Not added: http://127.0.0.1:9/lamp.jpg: no image at this link',
    'Not added: file:///etc/passwd: not an http or https link',
    'Not added: http://169.254.169.254/latest: no image at this link',
  ]);
  await expectImages(page, 1);
  await expect(page.getByLabel('Image links')).toHaveValue('');

  // The notes are about this product: the empty form after it has none.
  await fillRequired(page, 'Lamp from a link');
  await submit(page);
  await acknowledge(page, 'Товар успешно добавлен');
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByText('Not added:')).toHaveCount(0);
});

test('images that are still being read when a form is cleared do not arrive in the next one', async ({ page }) => {
  await page.addInitScript(() => {
    const isAllowed = new Promise((resolve) => addEventListener('read-images', resolve, { once: true }));
    const read = createImageBitmap.bind(globalThis) as (...given: unknown[]) => Promise<ImageBitmap>;
    globalThis.createImageBitmap = async (...given: unknown[]) => {
      await isAllowed;
      return read(...given);
    };
  });
  await openAdmin(page, '/pcadmin');
  await readProposedId(page);
  await fillRequired(page, 'Cleared lamp');
  await pickFiles(page, 'Choose images', await drawImageFiles(COLOURS.slice(0, 2)));
  await expect(page.getByText('Reading 2 images…')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).tap();
  await expect(field(page, 'Title')).toHaveValue('');

  const id = await readProposedId(page);
  await fillRequired(page, 'Next lamp');
  await page.evaluate(() => dispatchEvent(new Event('read-images')));
  await expect(button(page, 'Add product')).toBeEnabled();
  await chooseImages(page, ['blue']);
  await submit(page);
  await acknowledge(page, 'Товар успешно добавлен');
  expect(await readProduct(page, 'pc', id)).toMatchObject({ title: 'Next lamp', imagecount: 1 });
});

test(
  'an image whose deletion the server rejects does not reopen a form that was cleared meanwhile',
  { tag: '@proof' },
  async ({ page }) => {
    await openAdmin(page, '/pcadmin');
    await loadProduct(page, 5);
    const images = gallery(page).getByRole('img');
    const count = await images.count();
    await page.route('**/api/product-images/*/*/*', (route) => route.fulfill({ status: 400, json: { error: 'No' } }));
    const rejected = page.waitForResponse('**/api/product-images/*/*/*');
    await page.getByRole('button', { name: 'Delete image 2' }).tap();
    await page.getByRole('button', { name: 'Reset' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).tap();
    await rejected;
    await expect(page.getByRole('button', { name: /Pending changes/ })).toHaveCount(0);
    await loadProduct(page, 5);
    await expect(images).toHaveCount(count);
    await expect(page.getByText('Your unfinished form was restored')).toHaveCount(0);
  },
);

test('an unfinished form is restored with its images and description', { tag: '@proof' }, async ({ page }) => {
  await openAdmin(page, '/smartadmin');
  await readProposedId(page);
  await fillRequired(page, 'Half a lamp');
  await field(page, 'Price').fill('12,3,4');
  await page.getByRole('textbox', { name: 'Description' }).fill('Not finished');
  await page.getByRole('radio', { name: '3 stars' }).check({ force: true });
  await chooseImages(page, COLOURS.slice(0, 2));
  await expectImages(page, 2);
  await waitForDraft(page, 'smart/add', '"rate":3');
  await page.reload();
  await expect(page.getByText('Your unfinished form was restored.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Half a lamp');
  await expect(field(page, 'Price')).toHaveValue('12,3,4');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Not finished');
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
  await expectImages(page, 2);

  await page.getByRole('button', { name: 'Reset' }).tap();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to clear all input fields?' });
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(field(page, 'Title')).toHaveValue('Half a lamp');
  await page.getByRole('button', { name: 'Reset' }).tap();
  await question.getByRole('button', { name: 'Clear all' }).tap();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByRole('radio', { name: '3 stars' })).not.toBeChecked();
  await waitForNoDraft(page, 'smart/add');
  await page.reload();
  await readProposedId(page);
  await expect(page.getByText('Your unfinished form was restored')).toHaveCount(0);
});

test(
  'an edit handles unknown ids, a draft, the last image, and categories of one main category',
  { tag: '@proof' },
  async ({ page }) => {
    await openAdmin(page, '/admin');
    await openTab(page, 'Edit product');
    for (const id of ['999999', 'lamp']) {
      await field(page, 'Product ID').fill(id);
      await page.getByRole('button', { name: 'Load product' }).tap();
      await acknowledge(page, 'Товар не найден');
    }
    await loadProduct(page, 5);
    await field(page, 'Title').fill('Lamp in the making');
    await waitForDraft(page, 'default/edit/5', 'Lamp in the making');
    await page.reload();
    await expect(page.getByText('Your unfinished form was restored.')).toBeVisible();
    await expect(field(page, 'Title')).toHaveValue('Lamp in the making');

    await field(page, 'Main category').fill('par');
    await page.getByRole('listbox').getByRole('option', { name: 'Parts' }).tap();
    await page.getByRole('button', { name: 'Clear: Category' }).tap();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Data', 'Power']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Category')).toHaveValue('Data');
    await expect(page.getByRole('listbox')).toHaveCount(0);

    await page.getByRole('button', { name: 'Delete image 2' }).tap();
    await expectImages(page, 2);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
    await expectImages(page, 3);
    for (let left = 3; left > 1; left--) {
      await page.getByRole('button', { name: 'Delete image 1' }).tap();
      await expectImages(page, left - 1);
    }
    await page.getByRole('button', { name: 'Delete image 1' }).tap();
    await acknowledge(page, 'Ошибка при удалении изображения');
    await expectImages(page, 1);
    await page.getByRole('button', { name: 'Save changes' }).tap();
    await acknowledge(page, 'Товар обновлён');
    expect(await readProduct(page, 'default', 5)).toMatchObject({
      title: 'Lamp in the making',
      main_category: 'Parts',
      category: 'Data',
      imagecount: 1,
    });
  },
);

test(
  'failures of the server are named: new images of a saved product, and a deletion',
  { tag: '@proof' },
  async ({ page }) => {
    await openAdmin(page, '/smartadmin');
    await loadProduct(page, 6);
    await chooseImages(page, COLOURS.slice(0, 1));
    const uploads = '**/api/upload-images*';
    await page.route(uploads, (route) => route.fulfill({ status: 500, json: { error: 'The disk is full' } }));
    const failed = page.waitForResponse(uploads);
    await page.getByRole('button', { name: 'Save changes' }).tap();
    await failed;
    await page.getByRole('button', { name: 'Continue in background' }).tap();
    await acknowledge(page, 'Ошибка при загрузке новых изображений');
    await page.unroute(uploads);

    await openTab(page, 'Delete product');
    for (const [reply, title] of [
      [{ error: 'The product is in a parcel' }, 'The product is in a parcel'],
      [{}, 'Error deleting the product'],
    ] as const) {
      await page.route('**/api/delete-product/**', (route) => route.fulfill({ status: 400, json: reply }), {
        times: 1,
      });
      await write(page, { 'Enter the ID to delete': '5' });
      await button(page, 'Delete product').tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).tap();
      await acknowledge(page, title);
    }
  },
);

test('[fault 57] two administrators: different fields merge, the same field asks', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await (await browser.newContext({ ...TABLET, ...(baseURL !== undefined && { baseURL }) })).newPage();
  await openAdmin(page, '/pcadmin');
  await loadProduct(page, 7);
  await openAdmin(other, '/pcadmin');
  await loadProduct(other, 7);
  await field(other, 'Title').fill('Their lamp');
  await field(other, 'Typical price').fill('99');
  await other.getByRole('button', { name: 'Save changes' }).tap();
  await acknowledge(other, 'Товар обновлён');

  await field(page, 'Title').fill('My lamp');
  await field(page, 'Price').fill('77');
  await page.getByRole('button', { name: 'Save changes' }).tap();
  const dialog = page.getByRole('alertdialog', { name: 'Which version is right?' });
  await expect(dialog.getByRole('group')).toHaveCount(1);
  await expect(dialog.getByRole('group')).toContainText(/Before\s*Lamp 07\s*Yours\s*My lamp\s*Theirs\s*Their lamp/);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await field(page, 'Title').fill('Our lamp');
  await dialog.getByRole('button', { name: 'Save' }).tap();
  await acknowledge(page, 'Товар обновлён');
  expect(await readProduct(page, 'pc', 7)).toMatchObject({ title: 'Our lamp', price: '77', typical_price: '99' });
  await other.context().close();
});

test('[fault 31] while the server’s database is read-only a product waits on the device with the reason', async ({
  page,
  shop: app,
}) => {
  await openAdmin(page, '/ayzadmin');
  await readProposedId(page);
  await fillRequired(page, 'Lamp for later');
  await chooseImages(page, COLOURS.slice(0, 1));
  await expectImages(page, 1);
  await setReadOnly(app, true);
  try {
    await submit(page);
    await expect(page.getByText('Not sent: The server’s database is read-only')).toBeVisible();
    await button(page, 'Continue in background').tap();
    await acknowledge(page, 'Saved on this device');
    await page.getByRole('button', { name: 'Pending changes: 1 pending' }).tap();
    await expect(page.getByRole('dialog', { name: 'Pending changes' })).toContainText('database is read-only');
  } finally {
    await setReadOnly(app, false);
  }
  await page.getByRole('button', { name: 'Send now' }).tap();
  await expect(page.getByText('All changes are synced.')).toBeVisible();
});

test('a product saved offline waits on the device and arrives once', async ({ page, context, shop: app }) => {
  await openAdmin(page, '/ayzadmin');
  const highest = (await readProposedId(page)) + 100;
  const fields = { title: 'Stripes', main_category: 'Zebras', category: 'Zebras' };
  await app.context.products.saveProducts('ayz', [{ id: highest, fields }]);
  await field(page, 'Main category').focus();
  await expect(page.getByRole('option', { name: 'Zebras' })).toBeAttached();
  await goOffline(context);
  await fillRequired(page, 'Lamp from the sofa');
  await chooseImages(page, COLOURS.slice(0, 2));
  await expectImages(page, 2);
  await submit(page);
  await acknowledge(page, 'Saved on this device');
  // The next product gets an id that no product on this device has.
  await expect(field(page, 'ID')).toHaveValue(String(highest + 1));
  await page.getByRole('button', { name: 'Pending changes: 1 pending' }).tap();
  await expect(page.getByText('New product: Lamp from the sofa')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).tap();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /Pending changes/ })).toHaveCount(0);
  const { products } = (await (await page.request.get('/api/products?shop=ayz')).json()) as {
    products: { id: number; imagecount: number }[];
  };
  expect(products.filter(({ imagecount }) => imagecount === 2)).toHaveLength(1);
});

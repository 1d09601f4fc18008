import type { Page } from '@playwright/test';
import {
  chooseFiles,
  COLOURS,
  dragByFinger,
  expectAlert,
  expectPictures,
  field,
  fillRequired,
  readColours,
  readProposedId,
  takePhotos,
  waitForDraft,
} from './testing/product-forms.ts';
import { expect, openAdmin, TABLET, test } from './testing/admin-shop.ts';

test.use(TABLET);

const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Add product', exact: true }).tap();
const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).tap();

async function load(page: Page, id: number): Promise<void> {
  await openTab(page, 'Edit product');
  await field(page, 'Product ID').fill(String(id));
  await page.getByRole('button', { name: 'Load product' }).tap();
  await expect(field(page, 'Title')).toBeVisible();
}

async function readProduct(page: Page, shop: string, id: number): Promise<Record<string, unknown>> {
  const reply = await page.request.get(`/api/products/${id}?shop=${shop}`);
  return (await reply.json()) as Record<string, unknown>;
}

test('a product with six photos and a formatted description: added, put in order, edited, deleted, brought back', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await openAdmin(page, '/ayzadmin');
  const id = await readProposedId(page);
  await fillRequired(page, 'Lamp with a past');
  await field(page, '🟢 excellent: price').fill('19.90');
  await field(page, '🟢 excellent: in stock').fill('2');
  await page.getByRole('textbox', { name: 'Description' }).tap();
  await page.keyboard.type('Shines ');
  await page.getByRole('button', { name: 'Bold', exact: true }).tap();
  await page.keyboard.type('bright');
  await chooseFiles(page, await takePhotos(COLOURS));
  await expectPictures(page, 6);
  await dragByFinger(page, 5, 1);
  await submit(page);
  await expectAlert(page, 'Товар успешно добавлен');
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(field(page, 'ID')).toHaveValue(String(id + 1));

  const added = await readProduct(page, 'ayz', id);
  expect(added).toMatchObject({ title: 'Lamp with a past', imagecount: 6, excellent_condition_price: '19.9' });
  expect(added['description']).toBe('<p>Shines <strong>bright</strong></p>');
  const [red, green, blue, yellow, pink, cyan] = COLOURS;
  expect(await readColours(page, 'AYZProducts', id, 6)).toEqual([pink, red, green, blue, yellow, cyan]);

  const visitor = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
  await visitor.goto('/?q=Lamp+with+a');
  await expect(visitor.getByText('Lamp with a past').first()).toBeVisible();

  await load(page, id);
  await expectPictures(page, 6);
  await field(page, 'Title').fill('Lamp with a future');
  await page.getByRole('button', { name: 'Delete picture 2' }).tap();
  await expectPictures(page, 5);
  await chooseFiles(page, await takePhotos(['#ffffff']));
  await expectPictures(page, 6);
  await dragByFinger(page, 6, 1);
  await page.getByRole('button', { name: 'Save changes' }).tap();
  await expectAlert(page, 'Товар обновлён');
  await expect(field(page, 'Product ID')).toHaveValue('');
  expect(await readProduct(page, 'ayz', id)).toMatchObject({ title: 'Lamp with a future', imagecount: 6 });
  expect(await readColours(page, 'AYZProducts', id, 6)).toEqual(['#ffffff', pink, green, blue, yellow, cyan]);
  await expect(visitor.getByText('Lamp with a future').first()).toBeVisible();

  await openTab(page, 'Delete product');
  await page.getByRole('button', { name: 'Delete product', exact: true }).tap();
  await expectAlert(page, 'Please enter the ID of the item to be deleted');
  await field(page, 'Enter the ID to delete').fill(String(id));
  await page.getByRole('button', { name: 'Delete product', exact: true }).tap();
  const question = page.getByRole('alertdialog', {
    name: `Are you sure you want to delete the product with ID - ${id}?`,
  });
  await expect(question.getByText('Lamp with a future')).toBeVisible();
  await question.getByRole('button', { name: 'Delete it' }).tap();
  await expectAlert(page, `Product with ID ${id} has been deleted`);
  await expect(visitor.getByText('Lamp with a future')).toHaveCount(0);
  expect((await page.request.get(`/api/products/${id}?shop=ayz`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Bring back: Lamp with a future' }).tap();
  await expectAlert(page, '“Lamp with a future” is back in the shop');
  expect(await readColours(page, 'AYZProducts', id, 6)).toHaveLength(6);
  await visitor.context().close();
});

test('bad input is said where it is, and nothing of the form is lost', async ({ page, shop }) => {
  await openAdmin(page, '/admin');
  const id = await readProposedId(page);
  await submit(page);
  await expect(field(page, 'Title')).toBeFocused();
  for (const name of ['Title', 'Main category', 'Category'])
    await expect(page.getByText(`${name} must not be empty`, { exact: true })).toBeVisible();

  await fillRequired(page, 'Lamp');
  await field(page, 'Price').fill('12,5');
  await field(page, 'Link').fill('javascript:alert(1)');
  await submit(page);
  await expect(field(page, 'Price')).toBeFocused();
  await expect(page.getByText('Price must be dollars such as 19.99')).toBeVisible();
  await expect(page.getByText('Link must be an http or https address')).toBeVisible();
  await expect(page.getByText('Title must not be empty')).toHaveCount(0);
  await field(page, 'Price').fill('12.5');
  await field(page, 'Link').fill('');

  await page.getByRole('button', { name: 'Clear: ID' }).tap();
  await submit(page);
  await expectAlert(page, 'Please enter the product name');
  await field(page, 'ID').fill('1');
  await submit(page);
  await expectAlert(page, 'The product was not added');
  await expect(page.getByText(`The next free one is ${id}.`)).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Lamp');
  await field(page, 'ID').fill(String(id));
  await submit(page);
  await expectAlert(page, 'Товар успешно добавлен');
  expect(await readProduct(page, 'default', id)).toMatchObject({ title: 'Lamp', price: '12.5', imagecount: 0 });
  expect(
    await shop.context.database.reader.selectFrom('product').select('id').where('title', '=', 'Lamp').execute(),
  ).toHaveLength(1);
});

test('without an id the open-box form says nothing and does nothing', async ({ page }) => {
  await openAdmin(page, '/ayzadmin');
  await readProposedId(page);
  await fillRequired(page, 'Nameless');
  await page.getByRole('button', { name: 'Clear: ID' }).tap();
  await submit(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(field(page, 'Title')).toHaveValue('Nameless');
});

test('files that are no pictures, too large or too many are named, and the others are taken', async ({ page }) => {
  await openAdmin(page, '/pcadmin');
  const photos = await takePhotos(COLOURS);
  const [photo] = photos;
  await chooseFiles(page, [
    { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(16 * 1024 * 1024) },
    photo!,
  ]);
  await expectPictures(page, 1);
  await expect(page.getByText('“words.png” cannot be read as a picture')).toBeVisible();
  await expect(page.getByText('“words.txt” is no picture')).toBeVisible();
  await expect(page.getByText('“large.jpg” is too large')).toBeVisible();

  await page.getByRole('button', { name: 'Delete picture 1' }).tap();
  await chooseFiles(
    page,
    Array.from({ length: 21 }, (_, index) => ({ ...photo!, name: `many-${index}.jpg` })),
  );
  await expect(page.getByText('At most 20 pictures at once')).toBeVisible();
  await expectPictures(page, 20);
});

test('links: the dead ones are skipped with their reason, and the form goes on', async ({ page }) => {
  await openAdmin(page, '/smartadmin');
  await page.getByLabel('Links to pictures').fill('javascript:alert(1), ,\nhttp://127.0.0.1:9/lamp.jpg\n');
  await page.getByRole('button', { name: 'Add from links' }).tap();
  await expect(page.getByText('Not added: javascript:alert(1): it is no http or https address')).toBeVisible();
  await expect(page.getByText('Not added: http://127.0.0.1:9/lamp.jpg: there is no picture behind it')).toBeVisible();
  await expect(page.getByLabel('Links to pictures')).toHaveValue('');
});

test('a form that was not finished is there again, pictures and description included', async ({ page }) => {
  await openAdmin(page, '/smartadmin');
  await readProposedId(page);
  await fillRequired(page, 'Half a lamp');
  await field(page, 'Price').fill('12,');
  await page.getByRole('textbox', { name: 'Description' }).fill('Not finished');
  await page.getByRole('radio', { name: '3 stars' }).check({ force: true });
  await chooseFiles(page, await takePhotos(COLOURS.slice(0, 2)));
  await expectPictures(page, 2);
  await waitForDraft(page, 'smart/add', '"rate":3');
  await page.reload();
  await expect(page.getByText('This form was not finished. It is as you left it.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Half a lamp');
  await expect(field(page, 'Price')).toHaveValue('12,');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Not finished');
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
  await expectPictures(page, 2);

  await page.getByRole('button', { name: 'Reset' }).tap();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to clear all input fields?' });
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(field(page, 'Title')).toHaveValue('Half a lamp');
  await page.getByRole('button', { name: 'Reset' }).tap();
  await question.getByRole('button', { name: 'Clear them' }).tap();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByRole('radio', { name: '3 stars' })).not.toBeChecked();
  await page.reload();
  await readProposedId(page);
  await expect(page.getByText('This form was not finished')).toHaveCount(0);
});

test('an edit: unknown ids, a draft, the last picture, and the categories of one main category', async ({ page }) => {
  await openAdmin(page, '/admin');
  await openTab(page, 'Edit product');
  for (const id of ['999999', 'lamp']) {
    await field(page, 'Product ID').fill(id);
    await page.getByRole('button', { name: 'Load product' }).tap();
    await expectAlert(page, 'Товар не найден');
  }
  await load(page, 5);
  await field(page, 'Title').fill('Lamp in the making');
  await waitForDraft(page, 'default/edit/5', 'Lamp in the making');
  await page.reload();
  await expect(page.getByText('This form was not finished. It is as you left it.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Lamp in the making');

  await field(page, 'Main category').fill('par');
  await page.getByRole('listbox').getByRole('option', { name: 'Parts' }).tap();
  await page.getByRole('button', { name: 'Clear: Category' }).tap();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Data', 'Power']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Category')).toHaveValue('Data');
  await expect(page.getByRole('listbox')).toHaveCount(0);

  for (let left = 3; left > 1; left--) {
    await page.getByRole('button', { name: 'Delete picture 1' }).tap();
    await expectPictures(page, left - 1);
  }
  await page.getByRole('button', { name: 'Delete picture 1' }).tap();
  await expectAlert(page, 'Ошибка при удалении изображения');
  await expectPictures(page, 1);
  await page.getByRole('button', { name: 'Save changes' }).tap();
  await expectAlert(page, 'Товар обновлён');
  expect(await readProduct(page, 'default', 5)).toMatchObject({
    title: 'Lamp in the making',
    main_category: 'Parts',
    category: 'Data',
    imagecount: 1,
  });
});

test('two administrators: different fields come together, the same field is asked about', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await (await browser.newContext({ ...TABLET, ...(baseURL !== undefined && { baseURL }) })).newPage();
  await openAdmin(page, '/pcadmin');
  await load(page, 7);
  await openAdmin(other, '/pcadmin');
  await load(other, 7);
  await field(other, 'Title').fill('Their lamp');
  await field(other, 'Typical price').fill('99');
  await other.getByRole('button', { name: 'Save changes' }).tap();
  await expectAlert(other, 'Товар обновлён');

  await field(page, 'Title').fill('My lamp');
  await field(page, 'Price').fill('77');
  await page.getByRole('button', { name: 'Save changes' }).tap();
  const dialog = page.getByRole('alertdialog', { name: 'Which one is right?' });
  await expect(dialog.getByRole('group')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: 'Theirs Their lamp' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await field(page, 'Title').fill('Our lamp');
  await dialog.getByRole('button', { name: 'Save' }).tap();
  await expectAlert(page, 'Товар обновлён');
  expect(await readProduct(page, 'pc', 7)).toMatchObject({ title: 'Our lamp', price: '77', typical_price: '99' });
  await other.context().close();
});

test('without network a product waits on the device, and is there once when the network is back', async ({
  page,
  context,
}) => {
  await openAdmin(page, '/ayzadmin');
  await readProposedId(page);
  await context.setOffline(true);
  await fillRequired(page, 'Lamp from the sofa');
  await chooseFiles(page, await takePhotos(COLOURS.slice(0, 2)));
  await expectPictures(page, 2);
  await submit(page);
  await expectAlert(page, 'It is kept on this device');
  await page.getByRole('button', { name: 'Not sent yet: 1 waits' }).tap();
  await expect(page.getByText('New product: Lamp from the sofa')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).tap();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /Not sent yet/ })).toHaveCount(0, { timeout: 30_000 });
  const { products } = (await (await page.request.get('/api/products?shop=ayz')).json()) as {
    products: { id: number; imagecount: number }[];
  };
  expect(products.filter(({ imagecount }) => imagecount === 2)).toHaveLength(1);
});

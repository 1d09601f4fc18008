import { acknowledge, button, fetchProduct, field, loadProduct, openTab, waitForDraft } from './admin-forms.ts';
import { ADMIN_PASSWORD, expect, openAdmin, TABLET, test } from './admin-shop.ts';

// These tests do not need the service worker, whose precaching takes two fifths of a test's time.
test.use({ serviceWorkers: 'block' });

test.use(TABLET);

test(
  '[fault 57] edits of two administrators in different fields of one product merge without a question',
  { tag: '@night' },
  async ({ page, browser, shop }) => {
    const other = await (await browser.newContext({ ...TABLET, baseURL: shop.url })).newPage();
    for (const each of [page, other]) {
      await openAdmin(each, '/pcadmin');
      await loadProduct(each, 8);
    }
    await field(page, 'Price').fill('12');
    await button(page, 'Save changes').tap();
    await acknowledge(page, 'Товар обновлён');
    await field(other, 'Link').fill('https://retailer.example/night-lamp');
    await button(other, 'Save changes').tap();
    await acknowledge(other, 'Товар обновлён');
    expect(await fetchProduct(shop.url, 'pc', 8)).toMatchObject({
      title: 'Lamp 08',
      price: '12',
      link: 'https://retailer.example/night-lamp',
    });
    await expect(other.getByRole('button', { name: /^Pending changes/ })).toHaveCount(0);
    await other.context().close();
  },
);

test('[fault 56] a token that expires during an edit asks for the password over the form, which stays', async ({
  page,
  shop,
}) => {
  await openAdmin(page, '/pcadmin');
  await loadProduct(page, 9);
  await field(page, 'Title').fill('Lamp that stays');
  // The edit is the first call after the token has expired.
  await page.context().route(
    /\/api\/edit-product/,
    async (route) => {
      await shop.context.database.writer.deleteFrom('admin_token').execute();
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, 'Save changes').tap();
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password').fill(ADMIN_PASSWORD);
  expect(await fetchProduct(shop.url, 'pc', 9)).toMatchObject({ title: 'Lamp 09' });
  await expect(field(page, 'Title')).toHaveValue('Lamp that stays');
  await ended.getByRole('button', { name: 'Login' }).tap();
  await acknowledge(page, 'Товар обновлён');
  expect(await fetchProduct(shop.url, 'pc', 9)).toMatchObject({ title: 'Lamp that stays' });
});

test('a form open in two windows has the changes of both, asks about fields changed in both, and notices a save in the other', async ({
  page,
  context,
  shop,
}) => {
  const other = await context.newPage();
  for (const each of [page, other]) {
    await openAdmin(each, '/pcadmin');
    await loadProduct(each, 10);
  }
  await field(page, 'Typical price').fill('19');
  await expect(field(other, 'Typical price')).toHaveValue('19');
  await field(other, 'Price').fill('15');
  await expect(field(page, 'Price')).toHaveValue('15');
  await field(page, 'Price').fill('16');
  const notice = 'Changed in two windows: Price.';
  for (const each of [page, other]) await expect(each.getByText(notice)).toBeVisible();
  await button(page, 'Save changes').tap();
  const choice = page.getByRole('alertdialog', { name: 'Which version is right?' });
  await choice.getByRole('radio', { name: 'Other window 15' }).check();
  await choice.getByRole('button', { name: 'Use these values' }).tap();
  await expect(field(other, 'Price')).toHaveValue('15');
  await expect(other.getByText(notice)).toHaveCount(0);
  await button(page, 'Save changes').tap();
  await acknowledge(page, 'Товар обновлён');
  await expect(other.getByText('saved or cleared in another window')).toBeVisible();
  await field(other, 'Title').fill('Lamp of two windows');
  await button(other, 'Save changes').tap();
  await acknowledge(other, 'Товар обновлён');
  expect(await fetchProduct(shop.url, 'pc', 10)).toMatchObject({
    title: 'Lamp of two windows',
    typical_price: '19',
    price: '15',
  });

  // Forms of new products are separate.
  for (const [each, title] of [
    [page, 'First lamp'],
    [other, 'Second lamp'],
  ] as const) {
    await openTab(each, 'Add product');
    await expect(field(each, 'Title')).toHaveValue('');
    await field(each, 'Title').fill(title);
  }
  await expect(other.getByText('Another window has a form for a new product.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('First lamp');
  await waitForDraft(other, 'pc/add/2', 'Second lamp');
  await other.close();
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('First lamp');
  await page.getByRole('button', { name: 'Second lamp' }).tap();
  await expect(field(page, 'Title')).toHaveValue('Second lamp');
});

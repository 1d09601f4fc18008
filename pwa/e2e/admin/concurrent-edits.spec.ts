import { acknowledge, button, fetchProduct, field, loadProduct } from './admin-forms.ts';
import { ADMIN_PASSWORD, expect, openAdmin, TABLET, test } from './admin-shop.ts';

test.use(TABLET);

test('[fault 57] edits of two administrators in different fields of one product merge without a question', async ({
  page,
  browser,
  shop,
}) => {
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
});

test('[fault 56] a token that expires during an edit asks for the password over the form, which stays', async ({
  page,
  shop,
}) => {
  await openAdmin(page, '/pcadmin');
  await loadProduct(page, 9);
  await field(page, 'Title').fill('Lamp that stays');
  // The edit is the first call that meets the end of the token.
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

import type { Page } from '@playwright/test';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import {
  addToCart,
  emptyCart,
  expect,
  logIn,
  openCartTab,
  openSignedIn,
  orderOne,
  putIntoCart,
  readServerCart,
  signInAs,
  test,
} from '../support/shops/demo-shop.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const LAMP = { productId: CHOICE_ID, condition: 'good', dollars: 969 } as const;

/** Adds a lamp to the cart of a signed-in user and opens the checkout form. */
async function openForm(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await page.goto(`/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');
  await openCartTab(page);
  await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
  return page.getByRole('dialog', { name: 'Shipping and contact' });
}

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('textbox', { name: /^Address/ }).fill('Lime Street 1\nFlat 7');
  await page.getByLabel('Postal Code').fill('12345');
  await page.getByLabel('City').fill('Limetown');
  await page.getByLabel('State/Prov').fill('NY');
  await page.getByLabel('Contact Name').fill('Alice');
  await page.getByLabel('Email').fill('alice@example.com');
}

const readOrders = (
  page: Page,
  user: string,
): Promise<{ id: string; payment_status: string; address: string; country: string }[]> =>
  page.evaluate(async (id) => (await fetch(`/api/my-purchases/${id}`)).json(), user);

/** Deletes what a test has created. */
async function cleanUp(page: Page, user: string): Promise<void> {
  await emptyCart(page, user);
  for (const { id } of await readOrders(page, user))
    await page.evaluate((order) => fetch(`/api/purchase/${order}`, { method: 'DELETE' }), id);
}

test('an item is ordered and paid: the line leaves the cart, the stock falls; the same again takes five taps', async ({
  page,
  browser,
  demo,
}) => {
  await demo.context.products.saveProducts('ayz', [
    { id: CHOICE_ID, fields: { good_condition_available_quantity: '2' } },
  ]);
  const visitor = await browser.newPage({ baseURL: demo.url });
  await visitor.goto(`/?product=${CHOICE_ID}`);
  await expect(visitor.getByRole('option', { name: 'good · 2 - in stock' })).toBeAttached();
  await logIn(page, 'Alice');
  const form = await openForm(page);
  await fillForm(page);
  const opened = page.waitForEvent('popup');
  await form.getByRole('button', { name: 'Pay $969' }).click();
  const payment = await opened;
  await payment.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  expect(await payment.evaluate(() => window.opener)).toBeNull();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Ordered: Lamp 03')).toBeVisible();
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
  expect(await readServerCart(page, 'demo-alice')).toEqual([]);
  expect(await readOrders(page, 'demo-alice')).toMatchObject([{ address: 'Lime Street 1, Flat 7', country: 'US' }]);
  await expect(visitor.getByRole('option', { name: 'good · Only 1 left!' })).toBeAttached();

  await page.getByRole('button', { name: 'My Orders' }).click();
  const order = page.getByRole('article', { name: 'Order: Lamp 03' });
  await expect(order).toContainText('waiting');
  await payment.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(order).toContainText('finished');
  await expect(visitor.getByRole('option', { name: 'good · Only 1 left!' })).toBeAttached();
  await visitor.close();

  await page.goto('/');
  await page.getByRole('link', { name: 'My Account' }).click();
  await page.getByRole('link', { name: 'Details of the order: Lamp 03' }).click();
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(form.getByLabel('Postal Code')).toHaveValue('12345');
  const openedAgain = page.waitForEvent('popup');
  await form.getByRole('button', { name: 'Pay $969' }).click();
  await (await openedAgain).getByRole('button', { name: 'Pay', exact: true }).click();
  const finished = expect.objectContaining({ payment_status: 'finished', address: 'Lime Street 1, Flat 7' });
  await expect.poll(() => readOrders(page, 'demo-alice')).toEqual([finished, finished]);
});

test('the shipping form validates its fields, is stored on the device, can be cleared, and knows earlier addresses', async ({
  page,
}) => {
  await logIn(page, 'Bob');
  const before = await readOrders(page, 'demo-bob');
  const form = await openForm(page);
  await expect(form).toContainText('good1 × $969$969');
  await expect(form.getByText('Sent to the shop when you press Pay.')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue('bob@demo.invalid');
  await form.getByLabel('Email').fill('bob');
  await form.getByLabel('Email').blur();
  await expect(form.getByText('Enter an email address such as name@example.com.')).toBeVisible();
  await form.getByRole('button', { name: 'Pay $969' }).click();
  await expect(form.getByRole('textbox', { name: /^Address/ })).toBeFocused();
  // The country is guessed from the browser's language: until the buyer has chosen one, any postal code is accepted.
  await expect(form.getByLabel('Country')).toHaveValue('US');
  await form.getByLabel('Postal Code').fill('K1A');
  await form.getByLabel('Postal Code').blur();
  await expect(form.getByText('Enter a postal code')).toHaveCount(0);
  await form.getByLabel('Country').selectOption('CA');
  await expect(form.getByText('Enter a postal code of Canada, such as A1B 2C3.')).toBeVisible();
  await form.getByLabel('Postal Code').fill('k1a0b1');
  await expect(form.getByText('Enter a postal code of Canada')).toHaveCount(0);
  await form.getByRole('button', { name: 'Pay $969' }).click();
  await expect(form.getByRole('textbox', { name: /^Address/ })).toBeFocused();
  await expect(form.getByRole('textbox', { name: /^Address/ })).toHaveAttribute('aria-invalid', 'true');
  expect(await readOrders(page, 'demo-bob')).toEqual(before);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await form.getByLabel('City').fill('Limetown');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Limetown');
  await expect(form.getByLabel('Country')).toHaveValue('CA');
  await expect(form.getByLabel('Email')).toHaveValue('bob');
  await form.getByRole('button', { name: 'Clear' }).click();
  await expect(form.getByLabel('City')).toHaveValue('');
  await expect(form.getByLabel('Country')).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('shipping:demo-bob'))).toBeNull();
  const address = { country: 'CA', postal_code: 'K1A 0B1', address: 'Maple Road 1', city: 'Ottawa' } as const;
  await orderOne(page, { user: 'demo-bob', ...LAMP, condition: 'excellent', dollars: 970, address });
  await form.getByLabel('Earlier address').selectOption('Maple Road 1, K1A 0B1 Ottawa');
  await expect(form.getByLabel('City')).toHaveValue('Ottawa');
  // A form into which nothing was typed begins with the address of the newest order, and with the account's email address.
  await form.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Ottawa');
  await expect(form.getByLabel('Country')).toHaveValue('CA');
  await expect(form.getByLabel('Email')).toHaveValue('bob@demo.invalid');
  await cleanUp(page, 'demo-bob');
});

test('the wheel over a focused quantity scrolls the page and changes nothing', { tag: '@proof' }, async ({ page }) => {
  await signInAs(page, 'Bob');
  await putIntoCart(page, 'demo-bob', CHOICE_ID, 'good', 2);
  await openCartTab(page);
  const quantity = page.getByRole('spinbutton', { name: 'Quantity: Lamp 03' });
  await quantity.click();
  await page.mouse.wheel(0, -200);
  await page.mouse.wheel(0, 400);
  await expect(quantity).not.toBeFocused();
  await expect(quantity).toHaveValue('2');
  expect(await readServerCart(page, 'demo-bob')).toEqual([`2 × ${CHOICE_ID} good`]);
  await cleanUp(page, 'demo-bob');
});

test('[fault 9] offline the form cannot pay, and says what it can do; a changed price is confirmed before payment', async ({
  page,
  demo,
}) => {
  await logIn(page, 'Sam');
  const form = await openForm(page);
  await goOffline(page.context());
  await fillForm(page);
  await expect(form.getByText('You are offline. Get ready now')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Get ready to pay' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Pay $969' })).toHaveCount(0);
  await demo.context.products.saveProducts('ayz', [{ id: CHOICE_ID, fields: { good_condition_price: '975.5' } }]);
  await page.context().setOffline(false);
  await expect(form.getByText('The price changed from $969 to $975.50.')).toBeVisible();
  expect(await readOrders(page, 'demo-sam')).toEqual([]);
  const opened = page.waitForEvent('popup');
  await form.getByRole('button', { name: 'Pay $975.50' }).click();
  await opened;
  await expect(page.getByText('Ordered: Lamp 03')).toBeVisible();
  expect(await readOrders(page, 'demo-sam')).toMatchObject([{ total_amount: 975.5 }]);
  await demo.context.products.saveProducts('ayz', [{ id: CHOICE_ID, fields: { good_condition_price: '969' } }]);
  await cleanUp(page, 'demo-sam');
});

test('[fault 7] where the browser blocks the new tab, the payment page is one tap away', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await logIn(page, 'Bob');
  const form = await openForm(page);
  await fillForm(page);
  await form.getByRole('button', { name: 'Pay $969' }).click();
  const link = page.getByRole('link', { name: 'Pay Now' });
  await expect(link).toHaveAttribute('href', /\/dev\/pay\//);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
  await page.getByRole('tab', { name: 'My Orders' }).click();
  const order = page.getByRole('article', { name: 'Order: Lamp 03' });
  await expect(order.getByRole('link', { name: 'Pay Now' })).toHaveAttribute('href', /\/dev\/pay\//);
  await cleanUp(page, 'demo-bob');
});

test('[fault 2] a double click, and a press in two tabs, make one order', async ({ page }) => {
  await logIn(page, 'Ada');
  const form = await openForm(page);
  await fillForm(page);
  const second = await page.context().newPage();
  await openCartTab(second);
  await second.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
  const pay = second.getByRole('dialog', { name: 'Shipping and contact' }).getByRole('button', { name: 'Pay $969' });
  await expect(pay).toBeEnabled();
  const press = (button: HTMLElement): void => button.click();
  await Promise.all([
    form.getByRole('button', { name: 'Pay $969' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    }),
    // The form may have closed: the line has left the cart.
    pay.evaluate(press, undefined, { timeout: 3_000 }).catch(() => undefined),
  ]);
  await expect.poll(() => readOrders(page, 'demo-ada')).toHaveLength(1);
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
  await expect(second.getByText('There are no items in your cart.')).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(await readOrders(page, 'demo-ada')).toHaveLength(1);
  await cleanUp(page, 'demo-ada');
});

test('a buyer who is too late sees why and keeps the line', { tag: '@proof' }, async ({ page, browser, demo }) => {
  await demo.context.products.saveProducts('ayz', [
    { id: CHOICE_ID, fields: { good_condition_available_quantity: '1' } },
  ]);
  await signInAs(page, 'Alice');
  const form = await openForm(page);
  await fillForm(page);
  const other = await openSignedIn(browser, demo.url, 'Bob');
  await orderOne(other, { user: 'demo-bob', ...LAMP });
  await expect(form.getByText('Sold out.')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Pay/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article', { name: 'Lamp 03' }).getByText('Sold out.')).toBeVisible();
  await cleanUp(other, 'demo-bob');
  await expect(page.getByRole('article', { name: 'Lamp 03' }).getByText('Sold out.')).toHaveCount(0);
  await cleanUp(page, 'demo-alice');
  await other.context().close();
});

test(
  '[STOCK6] a buyer who wants more units than one may hold sees the limit and orders that many',
  { tag: '@proof' },
  async ({ page, demo }) => {
    await demo.context.products.saveProducts('ayz', [
      { id: CHOICE_ID, fields: { good_condition_available_quantity: '40' } },
    ]);
    await signInAs(page, 'Bob');
    const form = await openForm(page);
    await fillForm(page);
    await page.keyboard.press('Escape');
    await page.getByRole('spinbutton', { name: /Quantity/ }).fill('12');
    await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
    await form.getByRole('button', { name: 'Pay $11,628' }).click();
    await expect(form.getByText('You can order at most 10 of this item at a time.')).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Change to 10' }).click();
    await expect(form.getByText('You can order at most 10 of this item at a time.')).toHaveCount(0);
    await form.getByRole('button', { name: 'Pay $9,690' }).click();
    await expect.poll(() => readOrders(page, 'demo-bob')).toHaveLength(1);
    await cleanUp(page, 'demo-bob');
  },
);

test('[fault 8] a rejected order shows both prices, or that no order was placed', async ({ page }) => {
  await logIn(page, 'Sam');
  const form = await openForm(page);
  await fillForm(page);
  const reject = (status: number, code: string, current?: unknown) =>
    page.context().route('**/api/create-purchase', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: code, status, code, error: code, current }),
      }),
    );
  await reject(409, 'price-changed', { price: '980', total_amount: 980 });
  await form.getByRole('button', { name: 'Pay $969' }).click();
  await expect(form.getByText('The price changed from $969 to $980. Nothing has been ordered yet.')).toBeVisible();
  await page.context().unroute('**/api/create-purchase');
  await reject(409, 'too-many-open-orders');
  await form.getByRole('button', { name: 'Pay $980' }).click();
  await expect(form.getByRole('alert')).toContainText('Не удалось создать заказ');
  await expect(form.getByRole('alert')).toContainText('You have too many unpaid orders.');
  await page.context().unroute('**/api/create-purchase');
  await reject(429, 'too-many-abandoned-orders');
  await form.getByRole('button', { name: /^Pay/ }).click();
  await expect(form.getByRole('alert')).toContainText('Too many of your orders were deleted or not paid.');
  // The tab opened for the payment page is closed again.
  await expect.poll(() => page.context().pages().length).toBe(1);
  await page.context().unroute('**/api/create-purchase');
  await cleanUp(page, 'demo-sam');
});

test('a form that is being sent stays open and shows the result', { tag: '@proof' }, async ({ page }) => {
  await signInAs(page, 'Bob');
  await openForm(page);
  await fillForm(page);
  const answer = Promise.withResolvers<void>();
  let calls = 0;
  await page.context().route('**/api/create-purchase', async (route) => {
    calls += 1;
    await answer.promise;
    await route.abort();
  });
  const pay = page.getByRole('dialog').getByRole('button', { name: /Pay/ });
  await pay.dblclick();
  await expect.poll(() => calls).toBe(1);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  answer.resolve();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(calls).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /pay with crypto/i })).toBeFocused();
  await cleanUp(page, 'demo-bob');
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_NEW_OUTBOXES } from '#api/accounts/outbox-limits.ts';
import { startChromium } from '../support/browser/chromium-process.ts';
import { startShopServer, waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import {
  addToCart,
  emptyCart,
  expect,
  logIn,
  openCartTab,
  openSignedIn,
  readServerCart,
  signInAs,
  test,
} from '../support/shops/demo-shop.ts';
import { prepareOfflineProfile } from '../support/browser/prepare-offline-profile.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test('a visitor’s item is in the cart after signing in', async ({ page }) => {
  await page.goto(`/?product=${CHOICE_ID}`);
  const product = page.getByRole('dialog', { name: 'Lamp 03' });
  const add = product.getByRole('button', { name: 'ADD TO CART' });
  await add.click();
  await expect(product.getByText('Please select a condition')).toBeVisible();
  await product.getByLabel('Condition').selectOption('good');
  await add.click();
  const signIn = page.getByRole('dialog', { name: 'Log in' });
  await expect(signIn).toContainText('Please log in to your account');
  await signIn.getByRole('button', { name: 'Continue as Alice' }).click();
  await expect(product.getByText('Item added to cart: Lamp 03')).toBeVisible();
  await expect(product.getByText('In your cart (1)')).toBeVisible();
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([`1 × ${CHOICE_ID} good`]);
  await add.click();
  await expect(product.getByText('Item added to cart')).toBeVisible();
  await add.click();
  await expect(product.getByText('All 2 are already in your cart.')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cart: 2', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Cart' });
  await expect(panel.getByRole('article', { name: 'Lamp 03' })).toContainText('🟡 good');
  const total = panel.getByText('Total cost: $1,938.00');
  await expect(total).toBeVisible();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // On a low screen the items scroll, and the total stays above the links.
  await page.setViewportSize({ width, height: 300 });
  const [bottom, top] = await Promise.all([
    total.evaluate((element) => element.getBoundingClientRect().bottom),
    panel.getByRole('link', { name: 'Checkout' }).evaluate((element) => element.getBoundingClientRect().top),
  ]);
  expect(bottom).toBeLessThanOrEqual(top);
  await page.setViewportSize({ width, height });
  await page.keyboard.press('Escape');
  await page.goto('/pcshop');
  await page.getByRole('banner').getByRole('button', { name: 'Cart: 2', exact: true }).click();
  await panel.getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('tab', { name: 'Cart' })).toHaveAttribute('aria-selected', 'true');
  const form = page.getByRole('dialog', { name: 'Shipping and contact' });
  await expect(form.getByRole('button', { name: 'Pay $1,938' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  // The account page has a tab for the cart, so the top bar has no button for it.
  await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Cart: 2', exact: true }).click();
  await panel.getByRole('button', { name: 'Remove from cart: Lamp 03' }).click();
  await expect(panel.getByText('There are no items in your cart.')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Checkout' })).toHaveCount(0);
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([]);
  await panel.getByRole('button', { name: 'Browse products' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0);
  await page.goto(`/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');
  await product.getByRole('link', { name: 'View cart' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test('a pending cart item survives a reload and is added once by a later sign-in', async ({ page }) => {
  await page.goto(`/?product=${CHOICE_ID}`);
  const product = page.getByRole('dialog', { name: 'Lamp 03' });
  await product.getByLabel('Condition').selectOption('excellent');
  await product.getByRole('button', { name: 'ADD TO CART' }).click();
  await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await signInAs(page, 'Bob');
  await expect(page.getByText('Item added to cart: Lamp 03')).toBeVisible();
  await page.reload();
  await expect.poll(() => readServerCart(page, 'demo-bob')).toEqual([`1 × ${CHOICE_ID} excellent`]);
  await emptyCart(page, 'demo-bob');
});

test('two conditions are two lines, quantities start at 1, and another device follows', async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, 'Sam');
  const other = await openSignedIn(browser, baseURL ?? '', 'Sam');
  await openCartTab(other);
  await expect(other.getByText('There are no items in your cart.')).toBeVisible();
  await page.goto(`/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');
  await addToCart(page, 'excellent');
  await openCartTab(page);
  await expect(page.getByRole('heading', { name: 'Items in cart:' })).toBeVisible();
  const items = page.getByRole('article', { name: 'Lamp 03' });
  await expect(items).toHaveCount(2);
  const good = items.filter({ hasText: '🟡 good' });
  const quantity = good.getByLabel('Quantity: Lamp 03');
  await quantity.fill('2');
  await expect(page.getByText('Total cost: $2,908.00')).toBeVisible();
  await expect(other.getByText('Total cost: $2,908.00')).toBeVisible();
  for (const ignored of ['0', '-1', '1.5', '100', '']) {
    await quantity.fill(ignored);
    await quantity.blur();
    await expect(quantity).toHaveValue('2');
  }
  // A quantity above the stock is accepted, marked, and corrected by one tap.
  await quantity.fill('5');
  await expect(good.getByText('Only 2 left.')).toBeVisible();
  await good.getByRole('button', { name: 'Change to 2' }).click();
  await expect(quantity).toHaveValue('2');
  await good.getByRole('button', { name: 'One less: Lamp 03' }).click();
  await expect(page.getByText('Total cost: $1,939.00')).toBeVisible();
  await expect
    .poll(() => readServerCart(page, 'demo-sam'))
    .toEqual([`1 × ${CHOICE_ID} excellent`, `1 × ${CHOICE_ID} good`]);
  await other.getByRole('button', { name: 'Remove from cart: Lamp 03' }).first().click();
  await expect(items).toHaveCount(1);
  await emptyCart(page, 'demo-sam');
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
  await other.context().close();
});

test('[fault 9] a changed price and a falling stock show on the line, and the buyer accepts the price', async ({
  page,
  demo,
}) => {
  const save = (fields: object) => demo.context.products.saveProducts('ayz', [{ id: 5, fields }]);
  await save({ excellent_condition_price: '100', excellent_condition_available_quantity: '3' });
  await logIn(page, 'Ada');
  await page.goto('/?product=5');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/\$100\b/)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page.getByText('Item added to cart')).toBeVisible();
  await openCartTab(page);
  const item = page.getByRole('article', { name: 'Lamp 05' });
  await item.getByRole('button', { name: 'One more: Lamp 05' }).dblclick();
  await expect(page.getByText('Total cost: $300.00')).toBeVisible();
  await goOffline(page.context());
  await save({ excellent_condition_price: '120.5', excellent_condition_available_quantity: '2' });
  await page.context().setOffline(false);
  await expect(item.getByText('The price went up from $100 to $120.50.')).toBeVisible();
  await expect(item.getByText('Only 2 left.')).toBeVisible();
  await item.getByRole('button', { name: 'Change to 2' }).click();
  await expect(page.getByText('Total cost: $241.00')).toBeVisible();
  await item.getByRole('button', { name: 'OK, $120.50 for Lamp 05' }).click();
  await expect(item.getByText('The price went up')).toHaveCount(0);
  await save({ excellent_condition_available_quantity: '0' });
  await expect(item.getByText('Sold out.')).toBeVisible();
  await expect(item.getByRole('button', { name: /^Pay with crypto/ })).toBeDisabled();
  await expect(page.getByText('Total cost: $0.00')).toBeVisible();
  await emptyCart(page, 'demo-ada');
});

test('a rejected change is shown and can be discarded', async ({ page, browser, baseURL }) => {
  await logIn(page, 'Alice');
  await page.goto(`/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');
  await openCartTab(page);
  await expect.poll(() => readServerCart(page, 'demo-alice')).toHaveLength(1);
  await goOffline(page.context());
  await page.getByRole('button', { name: 'One more: Lamp 03' }).click();
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  const other = await openSignedIn(browser, baseURL ?? '', 'Alice');
  await emptyCart(other, 'demo-alice');
  await page.context().setOffline(false);
  const alert = page.getByRole('alertdialog', { name: 'Не удалось изменить количество товара' });
  await expect(alert).toHaveAccessibleDescription(/^The quantity/);
  await alert.getByRole('button', { name: 'Leave as is' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
  await other.context().close();
});

test(
  '[R18] with too many devices in use a change is rejected with its reason and can be discarded',
  { tag: '@proof' },
  async ({ page, demo }) => {
    const { writer } = demo.context.database;
    const others = Array.from({ length: MAX_NEW_OUTBOXES }, (_, number) => ({
      owner: 'demo-ada',
      client: `other-${number}`,
      acknowledged: 0,
      created_at: Date.now(),
    }));
    await signInAs(page, 'Ada');
    for (let start = 0; start < others.length; start += 100)
      await writer
        .insertInto('outbox')
        .values(others.slice(start, start + 100))
        .execute();
    await page.goto(`/?product=${CHOICE_ID}`);
    await addToCart(page, 'good');
    await page.getByText('The shop rejected one of your changes.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await expect(page.getByText('You have used too many browsers and devices lately.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('You have used too many browsers and devices lately.')).toHaveCount(0);
    await expect.poll(() => readServerCart(page, 'demo-ada')).toEqual([]);
    await writer.deleteFrom('outbox').where('owner', '=', 'demo-ada').where('client', 'like', 'other-%').execute();
  },
);

test('[fault 35] an item added offline survives a closed browser and reaches the server', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'hexlime-cart-'));
  const app = await startShopServer({ DEMO: '1' });
  try {
    await prepareOfflineProfile(profile, app.url);

    const offline = await startChromium(profile);
    await goOffline(offline.context);
    const page = await offline.context.newPage();
    await page.goto(`${app.url}/?product=${CHOICE_ID}`);
    await addToCart(page, 'excellent');
    await addToCart(page, 'good');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cart: 2', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Cart' });
    await panel.getByRole('button', { name: 'One more: Lamp 03' }).last().click();
    await expect(panel.getByText('Total cost: $2,908.00')).toBeVisible();
    await expect(panel.getByText('Not confirmed yet').first()).toBeVisible();
    await offline.kill();

    const online = await startChromium(profile);
    try {
      const again = await online.context.newPage();
      await again.goto(`${app.url}/account`);
      await again.getByRole('tab', { name: 'Cart' }).click();
      await expect(again.getByText('Total cost: $2,908.00')).toBeVisible();
      await expect
        .poll(() => readServerCart(again, 'demo-alice'))
        .toEqual([`1 × ${CHOICE_ID} excellent`, `2 × ${CHOICE_ID} good`]);
      await expect(again.getByText('Not confirmed yet')).toHaveCount(0);
      await expect(again.getByText('Total cost: $2,908.00')).toBeVisible();
    } finally {
      await online.kill();
    }
  } finally {
    await app.stop();
    await rm(profile, { recursive: true, force: true });
  }
});

test(
  'a signed-in page at rest takes every tap without its server and without a service worker',
  { tag: '@proof' },
  async ({ browser, demo }) => {
    const context = await browser.newContext({ serviceWorkers: 'block', baseURL: demo.url });
    const page = await context.newPage();
    await signInAs(page, 'Bob');
    await page.goto(`/?product=${CHOICE_ID}`);
    await waitForCatalogue(page);
    await page.waitForLoadState('networkidle');
    await goOffline(context);

    await addToCart(page, 'good');
    const product = page.getByRole('dialog', { name: 'Lamp 03' });
    await product.getByRole('button', { name: 'Contact Support' }).click();
    await expect(page.getByRole('textbox', { name: 'Enter a message...' })).toBeVisible();
    await page.keyboard.press('Escape');
    await product.getByRole('button', { name: 'Close the product' }).click();
    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    await page.getByRole('button', { name: 'Offline & sync' }).click();
    await expect(page.getByRole('dialog', { name: 'Offline & sync' })).toContainText(
      /Add 1 × “Lamp 03” \(good\) to the cart/i,
    );
    await context.close();
  },
);

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { CAMERA_ID, createBuyer, purchaseOf, stockCameras } from '#api/testing/apps/order-app.ts';
import type { Buyer } from '#api/testing/apps/order-app.ts';
import { btcPayEnv, startFakeBtcPay } from '#api/payments/testing/fake-btcpay.ts';
import { json } from '#api/testing/clients/send.ts';
import { signIn } from '#api/testing/clients/sign-in.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { collectErrors, expect, startShopServer, test as base } from '../support/fixtures.ts';

const test = base.extend<object, { readonly app: TestApp }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startShopServer({ DEMO: '1' });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

/** Opens a device on which Alice is signed in; purchases and return addresses use the page's own origin. */
async function openDevice(browser: Browser, app: TestApp): Promise<{ context: BrowserContext; buyer: Buyer }> {
  const { sub, headers, authToken } = await signIn(app, 'alice');
  const context = await browser.newContext({ baseURL: app.url });
  const [name = '', value = ''] = headers.cookie.split('=');
  await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript((token) => localStorage.setItem('auth_token', token), authToken);
  return { context, buyer: createBuyer(app.url, sub, { ...headers, origin: app.url }) };
}

async function openOrders(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/account');
  await page.getByRole('tab', { name: 'My Orders' }).click();
  return page;
}

/** Opens the payment page to which the first order's link leads, in a tab of its own. */
async function openPayment(page: Page): Promise<Page> {
  const href = await page.getByRole('link', { name: 'Pay Now' }).first().getAttribute('href');
  const payment = await page.context().newPage();
  await payment.goto(href ?? '');
  return payment;
}

test(
  'a second browser follows each step of a payment in the simulator',
  { tag: '@proof' },
  async ({ browser, app }) => {
    await stockCameras(app, 2, 900);
    const [one, other] = [await openDevice(browser, app), await openDevice(browser, app)];
    const [list, otherList] = [await openOrders(one.context), await openOrders(other.context)];
    const errors = [collectErrors(list), collectErrors(otherList)];
    expect((await one.buyer.buy({ ...purchaseOf(one.buyer.sub), product_id: 900 })).status).toBe(200);
    await expect(otherList.getByText('waiting')).toBeVisible();

    const payment = await openPayment(list);
    const seen = new Set<string>();
    const watching = expect
      .poll(
        async () => {
          const text = await otherList.locator('main').innerText();
          for (const status of ['confirming', 'confirmed', 'sending', 'finished'])
            if (text.includes(status)) seen.add(status);
          return [...seen];
        },
        { intervals: [50], timeout: 15_000 },
      )
      .toEqual(['confirming', 'confirmed', 'sending', 'finished']);
    await payment.getByRole('button', { name: 'Pay', exact: true }).click();
    await payment.waitForURL(/\/success\?order=ord_/);
    await watching;
    await expect(payment.getByText('Thank you for your purchase!')).toBeVisible();
    await expect(list.getByText('finished')).toBeVisible();
    await expect(list.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
    expect(errors.flat()).toEqual([]);
    await one.context.close();
    await other.context.close();
  },
);

test('stock falls while an order waits and returns when it expires, in every browser', async ({
  browser,
  page,
  app,
}) => {
  await stockCameras(app, 1, CAMERA_ID);
  await page.goto(`/?product=${CAMERA_ID}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Only 1 left!', { exact: true })).toBeVisible();

  const { context, buyer } = await openDevice(browser, app);
  expect((await buyer.buy()).status).toBe(200);
  await expect(dialog.getByText('❌Out of Stock')).toBeVisible();

  const payment = await openPayment(await openOrders(context));
  await payment.getByRole('button', { name: 'Let it expire' }).click();
  await payment.waitForURL(/\/cancel\?order=ord_/);
  await expect(payment.getByText('Payment canceled')).toBeVisible();
  await expect(dialog.getByText('Only 1 left!', { exact: true })).toBeVisible();
  await context.close();
});

for (const { action, status, heading, stock, canPay } of [
  {
    action: 'Pay too little',
    status: 'partially_paid',
    heading: 'Payment incomplete',
    stock: '❌Out of Stock',
    canPay: true,
  },
  {
    action: 'Let it fail',
    status: 'failed',
    heading: 'Payment canceled',
    stock: 'Only 1 left!',
    canPay: false,
  },
]) {
  test(
    `after “${action}” the order is ${status} and the stock agrees`,
    { tag: '@proof' },
    async ({ browser, page, app }) => {
      await stockCameras(app, 1, CAMERA_ID);
      await page.goto(`/?product=${CAMERA_ID}`);
      await expect(page.getByRole('dialog').getByText('Only 1 left!', { exact: true })).toBeVisible();
      const { context, buyer } = await openDevice(browser, app);
      const reply = await buyer.buy();
      expect(reply.status).toBe(200);
      const list = await openOrders(context);
      const payment = await context.newPage();
      await payment.goto(String(json(reply)['payment_url']));
      await payment.getByRole('button', { name: action }).click();
      await expect(payment.getByRole('heading', { level: 1 })).toHaveText(heading);
      const order = list.getByRole('article').filter({ hasText: status });
      await expect(order).toBeVisible();
      await expect(order.getByRole('link', { name: 'Pay Now' })).toHaveCount(canPay ? 1 : 0);
      await expect(page.getByRole('dialog').getByText(stock, { exact: true })).toBeVisible();
      await context.close();
    },
  );
}

test('[fault 6] an order whose provider is down shows that its payment page is being prepared and gets it later', async ({
  browser,
}) => {
  const provider = await startFakeBtcPay();
  provider.behaviour.fails = 'error';
  const shop = await startShopServer({
    DEMO: '1',
    ...btcPayEnv(provider),
  });
  await stockCameras(shop, 1, CAMERA_ID);
  const { context, buyer } = await openDevice(browser, shop);
  const list = await openOrders(context);
  expect(json(await buyer.buy())).toMatchObject({ payment_url: null });
  await expect(list.getByText('Preparing the payment page…')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
  provider.behaviour.fails = undefined;
  const link = list.getByRole('link', { name: 'Pay Now' });
  await expect(link).toHaveAttribute('href', /\/i\//);
  expect(provider.invoices).toHaveLength(1);
  await context.close();
  await shop.stop();
  await provider.close();
});

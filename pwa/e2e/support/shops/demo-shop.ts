import type { Browser, Page } from '@playwright/test';
import { createDemoCredential } from '#contract/http/demo-identity.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { createSession } from '#contract/http/session.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { Shipping } from '#contract/orders/order.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { base } from '../browser/base-test.ts';
import { startShopServer } from '../fixtures.ts';
import { keepFields } from './sample-catalogue.ts';

/** Tables with rows of users, in an order in which they can be emptied. */
const LEFT_BY_USERS = [
  'cart_line',
  'payment_notice',
  'demo_invoice',
  'purchase',
  'chat_tombstone',
  'chat_photo',
  'chat_message',
  'chat_member',
  'chat',
] as const;

/** Tests against a shop with the demo's users and payment simulator. */
export const test = base.extend<{ readonly restocked: void }, { readonly demo: TestApp }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startShopServer({ DEMO: '1' });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  // Tests of one worker share a server, so each test first deletes the rows of earlier ones.
  restocked: [
    async ({ demo: { context } }, use) => {
      for (const table of LEFT_BY_USERS) await context.database.writer.deleteFrom(table).execute();
      const giveBack = await keepFields({ context });
      await use();
      await giveBack();
    },
    { auto: true },
  ],
});

export const expect = test.expect;

/** Signs in on the account page as a demo user. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: `Continue as ${name}` }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
}

/** Signs a demo user in through the API, for tests that do not begin on the account page. The page shows `/robots.txt` afterwards. */
export async function logIn(page: Page, name: string): Promise<void> {
  const call = async <T>(path: string, data: object): Promise<T> => (await page.request.post(path, { data })).json();
  const sub = `demo-${name.toLowerCase()}`;
  const { credential } = await call<{ credential: string }>(createDemoCredential.path, {
    sub,
    name,
    email: `${name.toLowerCase()}@demo.invalid`,
  });
  const session = await call<EndpointReply<typeof createSession>>(createSession.path, { credential });
  await page.goto('/robots.txt');
  await page.evaluate(
    ([token, admin]) => {
      localStorage.setItem('auth_token', token);
      localStorage.setItem('auth_admin', admin);
    },
    [session.auth_token, session.isAdmin ? sub : ''] as const,
  );
}

/** Opens a page in a new browser context as a signed-in user; without a `path`, the page shows `/robots.txt`. */
export async function openSignedIn(browser: Browser, baseURL: string, name: string, path?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await logIn(page, name);
  if (path !== undefined) await page.goto(path);
  return page;
}

/** An order of one unit of a product. */
export interface OrderInput {
  readonly user: string;
  readonly productId: number;
  readonly condition: ConditionKey;
  readonly dollars: number;
  /** Parts of the shipping address; without them, the order has no address. */
  readonly address?: Partial<Shipping>;
}

/** Places an order as the page's user, without the form. */
export async function orderOne(
  page: Page,
  wanted: OrderInput,
): Promise<{ readonly id: string; readonly payPath: string }> {
  const { order, payment_url } = await page.evaluate(
    async ({ user, productId, condition, dollars, address }) => {
      const noShipping = {
        address: '',
        postal_code: '',
        city: '',
        state_prov: '',
        contact_name: '',
        email: '',
        phone: '',
      };
      const item = { google_id: user, product_id: productId, condition, quantity: 1, total_amount: dollars };
      const reply = await fetch('/api/create-purchase', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ ...item, ...noShipping, ...address }),
      });
      if (!reply.ok) throw new Error(`The order was refused: ${await reply.text()}`);
      return (await reply.json()) as { order: { id: string }; payment_url: string };
    },
    { ...wanted },
  );
  return { id: order.id, payPath: new URL(payment_url).pathname };
}

/** Adds units to a user's cart through the API. */
export async function putIntoCart(
  page: Page,
  google_id: string,
  product_id: number,
  condition: ConditionKey,
  quantity: number,
): Promise<void> {
  const status = await page.evaluate(
    async (item) =>
      (
        await fetch('/api/cart', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(item),
        })
      ).status,
    { google_id, product_id, condition, quantity },
  );
  if (status !== 200) throw new Error(`The item was refused: ${status}`);
}

/** Reads a user's cart from the server, one short text per line. */
export const readServerCart = (page: Page, user: string): Promise<string[]> =>
  page.evaluate(async (id) => {
    const reply = await fetch(`/api/cart/${id}`);
    const lines = (await reply.json()) as { product_id: number; condition: string; quantity: number }[];
    return lines.map(({ product_id, condition, quantity }) => `${quantity} × ${product_id} ${condition}`).sort();
  }, user);

/** Adds one unit of the open product to the cart. */
export async function addToCart(page: Page, condition: ConditionKey): Promise<void> {
  const product = page.getByRole('dialog');
  await product.getByLabel('Condition').selectOption(condition);
  await product.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(product.getByRole('status').filter({ hasText: /./ })).toHaveText('Item added to cart');
}

/** Opens the cart of the account page. */
export async function openCartTab(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('tab', { name: 'Cart' }).click();
}

/** Empties a user's cart on the server. */
export const emptyCart = (page: Page, user: string): Promise<void> =>
  page.evaluate(async (google_id) => {
    const lines = (await (await fetch(`/api/cart/${google_id}`)).json()) as { product_id: number; condition: string }[];
    for (const { product_id, condition } of lines)
      await fetch('/api/cart', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ google_id, product_id, condition }),
      });
  }, user);

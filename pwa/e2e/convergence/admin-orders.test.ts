import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purchaseOf, signInBuyer, startOrderApp } from '#api/testing/apps/order-app.ts';
import type { Buyer } from '#api/testing/apps/order-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { AdminBrowser } from './admin-browser.ts';
import type { AdminTab } from './admin-browser.ts';

const PASSWORD = 'a long enough password';
const SHIPMENT = { shipped: true, postal_service: 'USPS', tracking_number: '9400', force: true };
const NOT_SENT = { shipped: false, postal_service: '', tracking_number: '' };

let app: TestApp;
let buyer: Buyer;
const browsers: AdminBrowser[] = [];

beforeEach(async () => {
  app = await startOrderApp(10, { env: { ADMIN_PASSWORD: PASSWORD } });
  buyer = await signInBuyer(app, 'alice');
});
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close();
  await app.stop();
});

async function openBrowser(): Promise<{ browser: AdminBrowser; tab: AdminTab; token: string }> {
  const browser = new AdminBrowser(() => app.url);
  browsers.push(browser);
  const tab = browser.openTab(null);
  const entered = await tab.engine.calls.login({ body: { password: PASSWORD } });
  if (!entered.ok) throw new Error(entered.problem);
  await tab.engine.setToken(entered.value.token);
  await expect.poll(async () => (await browser.data.state()).lastSyncedAtMs).not.toBeNull();
  return { browser, tab, token: entered.value.token };
}

const shown = async ({ data }: AdminBrowser): Promise<string[]> =>
  (await data.orders()).map(({ shipped, tracking_number }) => `${shipped ? 'sent' : 'not sent'} ${tracking_number}`);

describe('[ADM6] orders on administrators’ devices', () => {
  it('appear on each within a second of the purchase, and on none after Exit', async () => {
    const [first, second] = [await openBrowser(), await openBrowser()];
    // Both sockets are connected; without them an order would come with the next poll, a minute later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await buyer.buy();
    for (const { browser } of [first, second])
      await expect.poll(() => browser.data.orders()).toMatchObject([{ email: 'alice@example.com' }]);
    await first.tab.engine.logout(first.token);
    expect(await first.browser.data.orders()).toEqual([]);
    await buyer.buy(purchaseOf(buyer.sub, 2));
    await expect.poll(() => second.browser.data.orders()).toHaveLength(2);
    expect(await first.browser.data.orders()).toEqual([]);
  });

  it('show an offline shipment at once, and on every device once online', async () => {
    await buyer.buy();
    const [first, second] = [await openBrowser(), await openBrowser()];
    const [order] = await first.browser.data.orders();
    first.browser.isOnline = false;
    const { payment_id: paymentId = '', version = 0 } = order ?? {};
    await first.browser.data.enqueue({ kind: 'setShipment', paymentId, shipment: SHIPMENT, version, before: NOT_SENT });
    expect(await shown(first.browser)).toEqual(['sent 9400']);
    expect(await shown(second.browser)).toEqual(['not sent ']);
    first.browser.isOnline = true;
    await first.tab.engine.sync();
    await expect.poll(() => shown(second.browser)).toEqual(['sent 9400']);
    expect(await first.browser.data.outbox()).toEqual([]);
  });

  it('report a conflicting shipment and show the one that applies', async () => {
    await buyer.buy();
    const [first, second] = [await openBrowser(), await openBrowser()];
    const [order] = await first.browser.data.orders();
    const { payment_id: paymentId = '', version = 0 } = order ?? {};
    first.browser.isOnline = false;
    await first.browser.data.enqueue({ kind: 'setShipment', paymentId, shipment: SHIPMENT, version, before: NOT_SENT });
    const other = { ...SHIPMENT, tracking_number: '1Z' };
    await second.browser.data.enqueue({ kind: 'setShipment', paymentId, shipment: other, version, before: NOT_SENT });
    await expect.poll(() => second.browser.data.outbox()).toEqual([]);
    first.browser.isOnline = true;
    await first.tab.engine.sync();
    await expect
      .poll(() => first.browser.data.outbox())
      .toMatchObject([{ state: 'rejected', rejection: { code: 'stale-version', current: { tracking_number: '1Z' } } }]);
    await expect.poll(() => shown(first.browser)).toEqual(['sent 1Z']);
  });
});

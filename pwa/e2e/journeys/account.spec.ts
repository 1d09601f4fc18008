import type { WebSocket } from '@playwright/test';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { expect, openSignedIn, orderOne, signInAs, test } from '../support/shops/demo-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const LAMP = { productId: CHOICE_ID, condition: 'good', dollars: 969 } as const;
const OTHER_LAMP = { productId: CHOICE_ID, condition: 'excellent', dollars: 970 } as const;

test(
  'the account page says when its code does not load, asks for a login once it does, and remembers its tab',
  { tag: '@proof' },
  async ({ page }) => {
    const code = /\/assets\/account-screen-[\w-]+\.js$/;
    await page.route(code, (route) => route.abort());
    await page.goto('/account');
    await expect(page.getByRole('alert')).toContainText('This page cannot be shown');
    await page.unroute(code);
    await expect(page.getByText('sample users, no real payments')).toBeVisible();
    await page.getByRole('button', { name: 'Continue as Alice' }).click();
    await expect(page.getByRole('tab', { name: 'My Orders' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('alice@demo.invalid')).toBeVisible();
    await page.getByRole('tab', { name: 'My Orders' }).press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Cart' })).toBeFocused();
    await expect(page.getByText('There are no items in your cart.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Cart' })).toHaveAttribute('aria-selected', 'true');
    expect(await page.evaluate(() => localStorage.getItem('account_tab'))).toBe('cart');
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);

test('a skeleton stands where the cart will be until its code is there', async ({ page }) => {
  const code = /\/assets\/cart-tab-[\w-]+\.js$/;
  await page.route(code, (route) => route.abort());
  await signInAs(page, 'Alice');
  await page.goto('/account');
  await page.getByRole('tab', { name: 'Cart' }).click();
  await expect(page.getByRole('img', { name: 'Loading your cart…' })).toBeVisible();
  await page.unroute(code);
  // Some browsers keep a failed import until the page is loaded again.
  await page.reload();
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
});

test('while the server fails, a new device shows an error in place of orders and cart; once the server answers, it shows both', async ({
  page,
}) => {
  const sync = /\/api\/sync\/account/;
  await page.route(sync, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  );
  await signInAs(page, 'Alice');
  const why = page.getByRole('tabpanel').getByText('The shop cannot answer right now.');
  await expect(why).toBeVisible();
  await page.getByRole('tab', { name: 'Cart' }).click();
  await expect(why).toBeVisible();
  await page.unroute(sync);
  await page.reload();
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
});

test('the open-box sidebar offers login and account, and the admin panel to administrators', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const openSidebar = page.getByRole('button', { name: 'Open the sidebar' });
  await openSidebar.click();
  // The dialog waits briefly for its buttons. With the clock stopped, that wait never times out, so it cannot open without them.
  const opened = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          const dialog = document.querySelector('dialog[aria-label="Log in"]');
          if (!dialog) return;
          observer.disconnect();
          resolve(dialog.textContent);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  expect(await opened).toContain('Continue as Alice');
  await page.clock.resume();
  await page.getByRole('dialog', { name: 'Log in' }).getByRole('button', { name: 'Continue as Alice' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openSidebar.click();
  const adminPanel = page.getByRole('link', { name: 'Go to Admin Panel' });
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(adminPanel).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Continue as Ada' }).click();
  await openSidebar.click();
  await expect(adminPanel).toHaveAttribute('href', '/ayzadmin');
  await page.getByRole('button', { name: 'My Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test('an order and its payment update live in every browser of the buyer', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'Alice');
  await expect(page.getByText('No orders yet')).toBeVisible();
  const buying = await openSignedIn(browser, baseURL ?? '', 'Alice');
  const { id, payPath } = await orderOne(buying, { user: 'demo-alice', ...LAMP });

  const order = page.getByRole('article', { name: 'Order: Lamp 03' });
  await expect(order).toContainText('waiting');
  await expect(order).toContainText('Not Sent');
  await expect(order).toContainText('$969');
  await expect(order.getByRole('link', { name: 'Pay Now' })).toHaveAttribute('href', new RegExp(`${payPath}$`));

  const result = await page.context().newPage();
  await result.goto(`/success?order=${id}`);
  await expect(result.getByRole('heading', { level: 1 })).toHaveText('Waiting for payment confirmation');

  await buying.goto(payPath);
  await buying.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(order).toContainText('finished');
  await expect(order.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
  await expect(order.getByRole('button')).toHaveCount(0);
  await expect(result.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase!');
  await result.getByRole('button', { name: 'Back to the store' }).click();
  await expect(result).toHaveURL(/\/account$/);
  await buying.context().close();
});

test('an unpaid order is deleted after confirmation; one that is paid meanwhile stays', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'Bob');
  const { payPath } = await orderOne(page, { user: 'demo-bob', ...LAMP });
  const order = page.getByRole('article', { name: 'Order: Lamp 03' });
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this order?' });
  await order.getByRole('button', { name: /^Delete/ }).click();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(order).toBeVisible();

  // The order is paid in another browser while this one deletes it without a network.
  const paying = await browser.newPage({ baseURL: baseURL ?? '' });
  await paying.goto(payPath);
  await goOffline(page.context());
  await order.getByRole('button', { name: /^Delete/ }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(order).toHaveCount(0);
  await paying.getByRole('button', { name: 'Pay too little' }).click();
  await page.context().setOffline(false);
  await expect(order.getByRole('alert')).toContainText('Could not delete order');
  await expect(page.getByText('The shop rejected one of your changes.')).toHaveCount(0);
  await order.getByRole('button', { name: 'OK' }).click();
  await expect(order.getByRole('alert')).toHaveCount(0);
  await expect(order).toContainText('partially_paid');
  await paying.close();
  await expect(order.getByRole('button', { name: /^Delete/ })).toHaveCount(0);

  await orderOne(page, { user: 'demo-bob', ...OTHER_LAMP });
  const other = order.filter({ hasText: '$970' });
  await other.getByRole('button', { name: /^Delete/ }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(other).toHaveCount(0);
  // The page removes an order before the server has answered.
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/api/my-purchases/demo-bob')).json()))
    .toHaveLength(1);
});

test(
  'orders can be read and deleted offline, and logging out asks before pending changes are lost',
  { tag: '@service-worker' },
  async ({ page }) => {
    await signInAs(page, 'Sam');
    await orderOne(page, { user: 'demo-sam', ...OTHER_LAMP });
    const order = page.getByRole('article', { name: 'Order: Lamp 03' });
    await order.waitFor();
    await waitForOfflineReady(page);
    await goOffline(page.context());
    // Records all texts that the page shows at any moment, also before the device's orders are read.
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      new MutationObserver(() => said.push(document.body?.innerText ?? '')).observe(document, {
        childList: true,
        subtree: true,
      });
    });
    await page.reload();
    await expect(order).toContainText('$970');
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join('\n'));
    expect(said).toContain('My Orders');
    expect(said).not.toContain('not on this device yet');
    await expect(page.getByText('You are offline. Showing data saved on this device.')).toBeVisible();

    await order.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(order).toHaveCount(0);
    await expect(page.getByText('1 change will sync when you are back online.')).toBeVisible();
    await page.getByRole('button', { name: 'Offline & sync' }).click();
    await expect(page.getByRole('dialog', { name: 'Offline & sync' })).toContainText('Delete the order');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Log out' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 change is saved on this device only.');
    await question.getByRole('button', { name: 'Stay logged in' }).click();

    // A slow disk: the button is pressed before the page has read what is unsent.
    await page.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB);
      const opening = (name: string): boolean => name.startsWith('hexlime-user');
      const slowly = (request: IDBOpenDBRequest): IDBOpenDBRequest => {
        const add = request.addEventListener.bind(request);
        Object.defineProperty(request, 'onsuccess', {
          set: (listener: (event: Event) => void) => {
            add('success', (event) => setTimeout(() => listener.call(request, event), 2_000));
          },
        });
        return request;
      };
      indexedDB.open = (name, version) => (opening(name) ? slowly(open(name, version)) : open(name, version));
    });
    await page.reload();
    await page.getByRole('button', { name: 'Log out' }).click();
    await question.getByRole('button', { name: 'Log out anyway' }).click();
    await expect(page.getByText('Logging in needs a connection.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();

    await page.context().setOffline(false);
    const sessionStatus = (): Promise<number> => page.evaluate(async () => (await fetch('/api/session')).status);
    await expect.poll(sessionStatus).toBe(401);
    await expect(page.getByRole('button', { name: 'Continue as Sam' })).toBeVisible();
  },
);

test(
  'the page of an order shows its steps and invoice, buys again and asks about it, also offline',
  { tag: '@service-worker' },
  async ({ page }) => {
    await signInAs(page, 'Sam');
    await orderOne(page, {
      user: 'demo-sam',
      ...LAMP,
      address: { country: 'DE', postal_code: '11011', city: 'Berlin' },
    });
    await page.getByRole('link', { name: 'Details of the order: Lamp 03' }).click();
    await expect(page).toHaveURL(/\/account\?order=ord_/);
    const steps = page.getByRole('list', { name: 'Progress of the order' }).getByRole('listitem');
    await expect(steps).toHaveText([/^Order placed.*\d{4}/, /^Paymentwaiting/, /^ShippingNot Sent$/]);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await waitForOfflineReady(page);
    await goOffline(page.context());
    await page.reload();
    await expect(steps).toHaveCount(3);
    await page.emulateMedia({ media: 'print' });
    await expect(steps.first()).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Invoice' })).toBeVisible();
    await expect(page.getByText('Berlin, 11011')).toHaveCount(2);
    await expect(page.getByRole('row', { name: 'Lamp 03 good' })).toContainText('$969');
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('button', { name: 'Buy again' }).click();
    const form = page.getByRole('dialog', { name: 'Shipping and contact' });
    await expect(form.getByRole('button', { name: 'Get ready to pay' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Contact us about this order' }).click();
    const chat = page.getByRole('dialog', { name: 'Your chats' });
    await expect(chat).toContainText('Lamp 03');
    await expect(chat.getByRole('textbox')).toHaveValue(/^About order #\d+ \(Lamp 03\): $/);

    await page.goto('/account?order=another');
    await expect(page.getByText('This order is not on this device yet')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Order not found')).toBeVisible();
  },
);

test('logging out in one tab logs out in the others', async ({ page }) => {
  await signInAs(page, 'Ada');
  const other = await page.context().newPage();
  await other.goto('/account');
  await expect(other.getByText('ada@demo.invalid')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('button', { name: 'Continue as Ada' })).toBeVisible();
  await expect(other.getByText('ada@demo.invalid')).toHaveCount(0);
});

test('the pages after a payment show the specified texts and the state of the order', async ({ page }) => {
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase!');
  await expect(page.getByText('Your payment has been successfully completed.')).toBeVisible();
  await page.goto('/cancel');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment canceled');
  await expect(page.getByText('Unfortunately, your payment was not completed. You can try again.')).toBeVisible();
  await page.getByRole('button', { name: 'To try again' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await page.goto('/success?order=ord_0000000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to see your order');
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found');
});

test('[fault 47] logging out locks every tab at once on a slow server, and leaves no shipping address', async ({
  page,
}) => {
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  await signInAs(page, 'Ada');
  const other = await page.context().newPage();
  await other.goto('/account');
  await expect(other.getByText('ada@demo.invalid')).toBeVisible();
  await expect.poll(() => sockets.some((socket) => !socket.isClosed())).toBe(true);
  const ofAda = [...sockets];
  await page.evaluate(() => localStorage.setItem('shipping:demo-ada', '{"address":"Lime Street 1"}'));
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  await page.context().route(/\/api\/session(\?|$)/, async (route) => {
    asked += 1;
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('ada@demo.invalid')).toHaveCount(0);
  await expect(other.getByText('ada@demo.invalid')).toHaveCount(0);
  await expect.poll(() => asked).toBe(1);
  const readKept = (): Promise<unknown> =>
    page.evaluate(async () => [
      Object.keys(localStorage).filter((key) => /ada|auth/.test(`${key} ${localStorage.getItem(key)}`)),
      (await indexedDB.databases()).filter(({ name }) => name?.includes('ada')),
    ]);
  await expect.poll(readKept).toEqual([[], []]);
  answer.resolve();
  await expect.poll(() => ofAda.every((socket) => socket.isClosed())).toBe(true);
});

test(
  'the page after a payment calls an order unknown only after the server’s reply',
  { tag: '@proof' },
  async ({ page }) => {
    await signInAs(page, 'Ada');
    await expect(page.getByText('No orders yet')).toBeVisible();
    const answer = Promise.withResolvers<void>();
    await page.context().route('**/api/sync/account*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto('/success?order=ord_of_somebody_else');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Waiting for payment confirmation');
    await page.waitForTimeout(1_000);
    await expect(heading).toHaveText('Waiting for payment confirmation');
    answer.resolve();
    await expect(heading).not.toHaveText('Waiting for payment confirmation');
  },
);

test('orders and a cart that are not loaded yet are not called empty', { tag: '@proof' }, async ({ page }) => {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.context().route('**/api/sync/account*', async (route) => {
    await held;
    await route.continue();
  });
  await signInAs(page, 'Ada');
  await expect(page.getByText('Loading your orders…')).toBeVisible();
  await page.getByRole('tab', { name: 'Cart' }).click();
  await expect(page.getByText('Loading your cart…')).toBeVisible();
  await expect(page.getByText('There are no items in your cart.')).toHaveCount(0);
  letThrough();
  await expect(page.getByText('There are no items in your cart.')).toBeVisible();
});

test('an ended session is announced, and work continues after another login', { tag: '@proof' }, async ({ page }) => {
  await signInAs(page, 'Alice');
  await page.context().clearCookies();
  await page.reload();
  const again = page.getByText('Your session has ended.');
  await expect(again).toBeVisible();
  await page.getByRole('tabpanel').waitFor();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue as Alice' }).click();
  await expect(again).toHaveCount(0);
});

test(
  '[AUTH3] devices are listed, another one is logged out, and in the end all',
  { tag: '@proof' },
  async ({ page, browser, baseURL }) => {
    await signInAs(page, 'Alice');
    const other = await openSignedIn(browser, baseURL ?? '', 'Alice', '/account');
    await page.getByRole('button', { name: 'Devices' }).click();
    const panel = page.getByRole('dialog', { name: 'Devices' });
    await expect(panel.getByText('This device', { exact: true })).toHaveCount(1);
    const others = panel.getByRole('button', { name: /^Log out: / });
    await others.first().click();
    await expect(panel.getByText('The device was logged out.')).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page.getByRole('button', { name: 'Continue as Alice' })).toBeVisible();
    await other.reload();
    await expect(other.getByText('Your session has ended.')).toBeVisible();
    await other.context().close();
  },
);

test(
  'all colours of a theme change at once, also those of controls that fade on hover',
  { tag: '@proof' },
  async ({ page }) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Continue as Alice' }).waitFor();
    const shown = await page.evaluate(() => {
      const user = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Alice'));
      const background = () => user && getComputedStyle(user).backgroundColor;
      const light = background();
      document.querySelector<HTMLElement>('[aria-label="Switch to dark theme"]')?.click();
      return { light, dark: background() };
    });
    expect(shown.dark).not.toBe(shown.light);
    // Longer than any transition.
    await page.waitForTimeout(500);
    await expect(page.getByRole('button', { name: 'Continue as Alice' })).toHaveCSS(
      'background-color',
      String(shown.dark),
    );
  },
);

test('a buyer’s tablet shows all four shops; a phone’s row scrolls', { tag: '@proof' }, async ({ page }) => {
  await signInAs(page, 'Alice');
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).waitFor();
  const cutOff = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 1_000 });
    const shops = page.getByRole('navigation', { name: 'Shops' });
    return shops.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  };
  expect(await cutOff(360)).toBeGreaterThan(0);
  for (const width of [720, 768, 820, 899, 900, 960, 1024]) expect(await cutOff(width), `${width} px`).toBe(0);
});

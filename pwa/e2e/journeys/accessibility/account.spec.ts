import type { Page } from '@playwright/test';
import { CHOICE_ID } from '../../support/shops/sample-catalogue.ts';
import { chatsWindow, contactSupport, say } from '../../support/chat-steps.ts';
import { findAccessibilityViolations } from '../../support/find-accessibility-violations.ts';
import { expect, openSignedIn, orderOne, putIntoCart, signInAs, test } from '../../support/shops/demo-shop.ts';

/** Names and sizes of the controls that are smaller than a fingertip. */
const listSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, select, label:has(input)')]
      .map((element) => ({ name: element.ariaLabel ?? element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );

for (const [theme, width, condition, dollars] of [
  ['light', 390, 'good', 969],
  ['dark', 1280, 'excellent', 970],
] as const) {
  test(
    `axe finds nothing on a user's screens in the ${theme} theme at ${width} px`,
    { tag: '@night' },
    async ({ page }) => {
      // Many screens; on a busy machine axe alone takes some seconds for each.
      test.setTimeout(180_000);
      const found: string[] = [];
      const look = async (name: string): Promise<void> =>
        void found.push(...(await findAccessibilityViolations(page, name)));
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      await page.goto('/account');
      await page.getByRole('button', { name: 'Continue as Bob' }).waitFor();
      await look('guard');
      await signInAs(page, 'Bob');
      await page.getByText('No orders yet').waitFor();
      await look('no orders');
      const { id } = await orderOne(page, { user: 'demo-bob', productId: CHOICE_ID, condition, dollars });
      await page.getByRole('article').first().waitFor();
      await look('orders');
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await look('question');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Offline & sync' }).click();
      await page.getByRole('heading', { name: 'Diagnostics' }).waitFor();
      await look('sync centre');
      await page.goto(`/success?order=${id}`);
      await page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor();
      await look('waiting for a payment');
      await page.goto('/cancel');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look('payment canceled');
      expect(found).toEqual([]);
      await page.goto('/account');
      await page.getByRole('article').first().waitFor();
      if (width === 390) expect(await listSmall(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // The next run starts without orders.
      await page.evaluate((order) => fetch(`/api/purchase/${order}`, { method: 'DELETE' }), id);
    },
  );
}

const LONG_TITLE =
  'Refurbished ultra-wide curved gaming monitor 34 inch 144 Hz with adjustable stand, all cables and original packaging';

for (const [theme, width, user] of [
  ['dark', 390, 'Sam'],
  ['light', 1280, 'Ada'],
] as const) {
  test(
    `axe finds no violation from product to payment in the ${theme} theme at ${width} px`,
    { tag: '@night' },
    async ({ page, demo }) => {
      test.setTimeout(180_000);
      const sub = `demo-${user.toLowerCase()}`;
      const [long, dear] = [20, 21] as const;
      const save = (id: number, fields: object) => demo.context.products.saveProducts('ayz', [{ id, fields }]);
      const stocked = { excellent_condition_price: '50', excellent_condition_available_quantity: '9' };
      await save(long, { ...stocked, title: LONG_TITLE });
      await save(dear, stocked);
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        found.push(...(await findAccessibilityViolations(page, name)));
        // Content that cannot be scrolled sideways must not be cut off either, dialogs included.
        const cut = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('dialog[open]')]
            .filter((box) => box.scrollWidth > box.clientWidth || box.getBoundingClientRect().right > innerWidth)
            .map((box) => box.tagName),
        );
        found.push(...cut.map((tag) => `${name}: ${tag} is cut`));
        if (width === 390) found.push(...(await listSmall(page)).map((small) => `${name}: ${small} is small`));
      };
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);

      await page.goto(`/?product=${long}`);
      const add = page.getByRole('button', { name: 'ADD TO CART' });
      await page.getByRole('dialog').getByLabel('Condition').selectOption('excellent');
      await add.click();
      await page.getByRole('button', { name: `Continue as ${user}` }).waitFor();
      await look('login');
      await page.getByRole('button', { name: `Continue as ${user}` }).click();
      await page.getByText('Item added to cart').first().waitFor();
      await putIntoCart(page, sub, dear, 'excellent', 3);
      await putIntoCart(page, sub, CHOICE_ID, 'good', 1);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Cart: 5', exact: true }).click();
      await page.getByText(/^Total cost/).waitFor();
      await look('cart panel');
      await page.keyboard.press('Escape');
      await page.goto('/pcshop');
      await page.getByRole('button', { name: 'Cart: 5', exact: true }).click();
      await page.getByText(/^Total cost/).waitFor();
      await look('cart of another shop');
      await page.getByRole('link', { name: 'Checkout' }).click();

      await save(dear, { excellent_condition_price: '60', excellent_condition_available_quantity: '2' });
      await save(CHOICE_ID, { good_condition_available_quantity: '0' });
      await page.getByText('The price went up from $50 to $60.').waitFor();
      await page.getByText('Sold out.').waitFor();
      await look('cart of the account');
      await page.getByRole('button', { name: `Pay with crypto: ${LONG_TITLE}` }).click();
      await page.getByRole('button', { name: 'Pay $50' }).click();
      await page.getByText('Enter the postal code.').waitFor();
      await look('form with problems');
      await page.keyboard.press('Escape');
      for (let left = 3; left > 0; left -= 1) {
        const remove = page.getByRole('button', { name: /^Remove from cart/ });
        await expect(remove).toHaveCount(left);
        await remove.first().click();
      }
      await page.getByText('There are no items in your cart.').waitFor();
      await look('empty cart');
      const { id, payPath } = await orderOne(page, { user: sub, productId: long, condition: 'excellent', dollars: 50 });
      await page.goto(payPath);
      await look('pay simulator');
      await page.goto('/success');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look('payment completed');
      expect(found).toEqual([]);
      await page.evaluate((order) => fetch(`/api/purchase/${order}`, { method: 'DELETE' }), id);
      await save(CHOICE_ID, { good_condition_available_quantity: '2' });
    },
  );
}

for (const [theme, width, user] of [
  ['light', 390, 'Bob'],
  ['dark', 1280, 'Alice'],
] as const) {
  test(
    `axe finds no violation in the chats in the ${theme} theme at ${width} px`,
    { tag: '@night' },
    async ({ page, browser, baseURL }) => {
      test.setTimeout(240_000);
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        found.push(...(await findAccessibilityViolations(page, name)));
        if (width === 390) found.push(...(await listSmall(page)).map((small) => `${name}: ${small} is small`));
      };
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      await page.goto('/chats');
      await page.getByRole('button', { name: `Continue as ${user}` }).waitFor();
      await look('guard');
      await page.getByRole('button', { name: `Continue as ${user}` }).click();
      await page.getByText('No active chats.').waitFor();
      await look('no chats');
      await say(await contactSupport(page, CHOICE_ID), 'Is this still there?');
      await look('chat over its product');
      await page.getByRole('button', { name: 'Attach a product' }).click();
      const search = page.getByRole('dialog', { name: 'Attach a product' });
      await search.getByRole('searchbox').fill('cable 0');
      await search
        .getByRole('button', { name: /Cable 05/ })
        .first()
        .waitFor();
      await look('search for a product');
      await search
        .getByRole('button', { name: /Cable 05/ })
        .first()
        .click();
      await look('attached product');
      await chatsWindow(page).getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('list', { name: 'Products', exact: true }).waitFor();
      await look('sent product');
      const seller = await openSignedIn(browser, baseURL ?? '', 'Sam', `/chat/${CHOICE_ID}-demo-${user.toLowerCase()}`);
      await page.goto('/');
      await page.getByRole('button', { name: 'Open the chats', exact: true }).waitFor();
      await say(seller.getByRole('region', { name: 'Support Chat' }), 'It is');
      await page.getByRole('button', { name: 'Open the chats: 1' }).click();
      const chat = chatsWindow(page).getByRole('link', { name: /It is/ });
      await chat.waitFor();
      await look('floating list');
      await chat.click();
      await chatsWindow(page).getByText('It is', { exact: true }).first().waitFor();
      await look('floating chat');
      await seller.context().close();
      await page.goto('/chats');
      await page.getByRole('searchbox', { name: 'Search your messages' }).fill('still');
      await page.locator('mark').waitFor();
      await look('search');
      await page.goto(`/chat/${CHOICE_ID}-demo-${user.toLowerCase()}`);
      await page.getByText('It is', { exact: true }).first().waitFor();
      await look('chat');
      await page.goto('/chat/999-nobody');
      await page.getByText('Chat not found').waitFor();
      await look('unknown chat');
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/chats');
      await page.getByRole('button', { name: 'Continue as Ada' }).click();
      await page.getByRole('checkbox', { name: 'Unread only' }).waitFor();
      await look('list of those who answer');
      expect(found).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    },
  );
}

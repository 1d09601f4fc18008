import type { Page } from '@playwright/test';
import { signIn } from '#api/testing/clients/sign-in.ts';
import { writeToSeller } from '#api/testing/clients/write-to-seller.ts';
import { addToCart, expect, openCartTab, openSignedIn, readServerCart, test } from '../support/shops/demo-shop.ts';
import { startShopServer, waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';

const USER = 'demo-alice';

/** Changes the quantity of the stored cart line, as a fault of the disk or of the sync would. */
async function damageCart(page: Page, quantity: number): Promise<void> {
  await page.evaluate(async (changed) => {
    const settle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await settle(indexedDB.open('hexlime-user-demo-alice'));
    const cart = database.transaction('cart', 'readwrite').objectStore('cart');
    const [line] = await settle(cart.getAll());
    await settle(cart.put({ ...line, quantity: changed }));
    database.close();
  }, quantity);
}

test('[OUT14] a damaged cart is read again, and the sync centre reports it', async ({ browser }) => {
  // A separate server: on a shared one, rows that fixtures delete would be differences, too.
  const app = await startShopServer({ DEMO: '1' });
  const page = await openSignedIn(browser, app.url, 'Alice');
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await addToCart(page, 'good');
  await expect.poll(() => readServerCart(page, USER)).toEqual([`1 × ${CHOICE_ID} good`]);
  await damageCart(page, 2);
  // A new message makes the device compare its rows; a new order would also bring the cart's lines again.
  await writeToSeller(app, await signIn(app, 'alice'), 'Hello');

  await openCartTab(page);
  await expect(page.getByRole('spinbutton', { name: 'Quantity: Lamp 03' })).toHaveValue('1');
  await page.getByRole('button', { name: 'Offline & sync' }).click();
  await expect(page.getByRole('dialog', { name: 'Offline & sync' })).toContainText(
    'Your cart, orders or chats differed from the shop’s once and were loaded again.',
  );
  await page.context().close();
  await app.stop();
});

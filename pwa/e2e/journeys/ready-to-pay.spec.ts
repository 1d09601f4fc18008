import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { addToCart, emptyCart, expect, openCartTab, logIn, test } from '../support/shops/demo-shop.ts';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test(
  'a buyer in a train gets ready to pay, and is asked when the network is back',
  { tag: '@service-worker' },
  async ({ page, context, demo }) => {
    await logIn(page, 'Alice');
    await page.goto(`/?product=${CHOICE_ID}`);
    await addToCart(page, 'good');
    await openCartTab(page);
    await waitForOfflineReady(page);
    await goOffline(context);

    const form = page.getByRole('dialog', { name: 'Shipping and contact' });
    await page.getByRole('button', { name: 'Pay with crypto: Lamp 03' }).click();
    await form.getByRole('button', { name: 'Get ready to pay' }).click();
    await expect(form.getByText('Enter the street and house number.')).toBeVisible();
    await form.getByLabel('Country').selectOption('US');
    await form.getByRole('textbox', { name: /^Address/ }).fill('Lime Street 1');
    await form.getByLabel('Postal Code').fill('12345');
    await form.getByLabel('City').fill('Limetown');
    await form.getByLabel('State/Prov').fill('NY');
    await form.getByRole('button', { name: 'Get ready to pay' }).click();
    await expect(page.getByText('Ready. You will be asked to pay when you are back online.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Ready. You will be asked to pay when you are back online.')).toBeVisible();

    await demo.context.products.saveProducts('ayz', [{ id: CHOICE_ID, fields: { good_condition_price: '950' } }]);
    await context.setOffline(false);
    await expect(page.getByText('Lamp 03: still there, but it is $950 instead of $969 now.')).toBeVisible();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(form.getByRole('textbox', { name: /^Address/ })).toHaveValue('Lime Street 1');
    const [payment] = await Promise.all([
      context.waitForEvent('page'),
      form.getByRole('button', { name: 'Pay $950' }).click(),
    ]);
    await expect(page.getByText('Ordered: Lamp 03')).toBeVisible();
    await expect(page.getByText('still there')).toHaveCount(0);
    await payment.close();
    await emptyCart(page, 'demo-alice');
  },
);

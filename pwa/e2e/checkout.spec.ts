import type { Page } from '@playwright/test';
import { CHOICE_ID } from './sample-catalogue.ts';
import { expect, signInAs, test } from './testing/demo-shop.ts';

const SHIPPING = ['Address', 'Postal Code', 'City', 'State/Prov', 'Contact Name', 'Email', 'Phone Number'] as const;

/** Signs in with one item in the cart and opens the form that it is ordered with, filled in. */
async function openCheckout(page: Page, name: string): Promise<void> {
  await signInAs(page, name);
  const status = await page.evaluate(
    async ([sub, product_id]) => {
      const body = { google_id: sub, product_id, condition: 'good', quantity: 1 };
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/cart', { method: 'POST', headers, body: JSON.stringify(body) })).status;
    },
    [`demo-${name.toLowerCase()}`, CHOICE_ID] as const,
  );
  expect(status).toBe(200);
  await page.getByRole('tab', { name: 'Cart' }).click();
  await page.getByRole('button', { name: /pay with crypto/i }).click();
  for (const label of SHIPPING) {
    await page
      .getByRole('dialog')
      .getByLabel(label)
      .fill(label === 'Email' ? 'a@example.com' : '12345');
  }
}

test('a form that is being sent stays, whatever is pressed, and says what came of it', async ({ page }) => {
  await openCheckout(page, 'Bob');
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
});

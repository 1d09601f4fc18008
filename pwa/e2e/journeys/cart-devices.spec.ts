import type { Page } from '@playwright/test';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { expect, openSignedIn, putIntoCart, signInAs, test } from '../support/shops/demo-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** Opens the account page's cart, then cuts the device's network. */
async function openCartOffline(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Cart' }).click();
  await page.getByRole('article', { name: 'Lamp 03' }).first().waitFor();
  await waitForOfflineReady(page);
  await goOffline(page.context());
  await expect(page.getByText('You are offline. Showing data saved on this device.')).toBeVisible();
}

const readItems = async (page: Page): Promise<string[]> =>
  page.getByRole('article', { name: 'Lamp 03' }).evaluateAll((items) =>
    items.map((item) => {
      const condition = /excellent|good/.exec(item.textContent ?? '')?.[0];
      return `${item.querySelector('input')?.value} ${condition}`;
    }),
  );

test(
  'two devices that change one cart offline converge with the server',
  { tag: '@night' },
  async ({ page, browser, baseURL }) => {
    await signInAs(page, 'Bob');
    const other = await openSignedIn(browser, baseURL ?? '', 'Bob');
    await putIntoCart(page, 'demo-bob', CHOICE_ID, 'good', 1);
    await putIntoCart(page, 'demo-bob', CHOICE_ID, 'excellent', 1);
    await openCartOffline(page);
    await openCartOffline(other);

    const item = (device: Page, condition: string) =>
      device.getByRole('article', { name: 'Lamp 03' }).filter({ hasText: condition });
    await item(page, 'good').getByRole('button', { name: 'One more: Lamp 03' }).click();
    await item(page, 'excellent').getByRole('button', { name: 'Remove from cart: Lamp 03' }).click();
    await expect.poll(() => readItems(page)).toEqual(['2 good']);
    await item(other, 'good').getByRole('button', { name: 'One more: Lamp 03' }).click();
    await expect.poll(() => readItems(other)).toEqual(['2 good', '1 excellent']);

    await page.context().setOffline(false);
    const readServer = (): Promise<string[]> =>
      page.evaluate(async () => {
        const lines = (await (await fetch('/api/cart/demo-bob')).json()) as { condition: string; quantity: number }[];
        return lines.map(({ quantity, condition }) => `${quantity} ${condition}`);
      });
    await expect.poll(readServer).toEqual(['2 good']);
    await other.context().setOffline(false);
    await expect.poll(() => readItems(other)).toEqual(['2 good']);
    await expect(other.getByText('You are offline')).toHaveCount(0);
    await expect(other.getByText('Not confirmed yet')).toHaveCount(0);
    await expect.poll(() => readItems(page)).toEqual(['2 good']);
    expect(await readServer()).toEqual(['2 good']);
    await other.context().close();
  },
);

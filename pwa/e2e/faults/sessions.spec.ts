import type { BrowserContext, Page } from '@playwright/test';
import { addToCart, expect, openCartTab, signInAs, test } from '../support/demo-shop.ts';
import { waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/sample-catalogue.ts';

/** Opens a tab that holds the databases of all users open and lets no deletion of them go on, as a frozen tab does. */
async function openFrozenTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/healthz');
  const held = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('hexlime-user') ? [name] : []));
    const open = (name: string): Promise<IDBDatabase> =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error));
      });
    // Without a listener for `versionchange`, and kept from garbage collection.
    Object.assign(globalThis, { held: await Promise.all(names.map(open)) });
    return names;
  });
  expect(held).toContain('hexlime-user-demo-alice');
  return page;
}

const listUserDatabases = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes('demo-alice')),
  );

test('[OUT10] [fault 47] a user can log in again at once beside a frozen tab that blocks the deletion', async ({
  page,
}) => {
  await signInAs(page, 'Alice');
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await addToCart(page, 'good');
  await openCartTab(page);
  const cart = page.getByRole('tabpanel', { name: 'Cart' });
  await expect(cart.getByText('Lamp 03')).toBeVisible();
  const frozen = await openFrozenTab(page.context());

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'Cart' }).click();
  await expect(cart.getByText('Lamp 03')).toBeVisible({ timeout: 2_000 });
  const [first, ...more] = (await listUserDatabases(page)).toSorted();
  expect([first, more.length]).toEqual(['hexlime-user-demo-alice', 1]);

  await frozen.close();
  await page.reload();
  await expect.poll(() => listUserDatabases(page), { timeout: 20_000 }).toEqual(more);
});

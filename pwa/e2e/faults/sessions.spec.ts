import type { BrowserContext, Page } from '@playwright/test';
import { addToCart, expect, openCartTab, readServerCart, signInAs, test } from '../support/shops/demo-shop.ts';
import { waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';

/** Opens a tab that keeps the databases of all users open and so blocks their deletion, as a frozen tab does. */
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
    // The connections have no listener for `versionchange`, and are kept from garbage collection.
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
  // Logging out asks first while something is unsent.
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([`1 × ${CHOICE_ID} good`]);
  const frozen = await openFrozenTab(page.context());

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'Cart' }).click();
  await expect(cart.getByText('Lamp 03')).toBeVisible();
  const [first, ...more] = (await listUserDatabases(page)).toSorted();
  expect([first, more.length]).toEqual(['hexlime-user-demo-alice', 1]);

  await frozen.close();
  await page.reload();
  await expect.poll(() => listUserDatabases(page)).toEqual(more);
});

test('[OUT10] a tab that was frozen while its user logged out and in again follows to the new session', async ({
  page,
}) => {
  await signInAs(page, 'Alice');
  await openCartTab(page);
  const cart = page.getByRole('tabpanel', { name: 'Cart' });
  const frozen = await page.context().newPage();
  await openCartTab(frozen);
  await expect(frozen.getByText('alice@demo.invalid')).toBeVisible();
  const devtools = await page.context().newCDPSession(frozen);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });

  await page.bringToFront();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await addToCart(page, 'good');
  await openCartTab(page);
  await expect(cart.getByText('Lamp 03')).toBeVisible();

  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await frozen.bringToFront();
  await expect(frozen.getByRole('tabpanel', { name: 'Cart' }).getByText('Lamp 03')).toBeVisible();
  await frozen.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([]);
});

test('[OUT10] a database that another tab blocks is announced, and shown once that tab is closed', async ({ page }) => {
  const older = await page.context().newPage();
  await older.goto('/healthz');
  // An earlier layout, held by a tab that does not let it be upgraded.
  await older.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('hexlime-user-demo-alice', 1);
        opening.addEventListener('success', () => {
          Object.assign(globalThis, { held: opening.result });
          resolve();
        });
      }),
  );
  await page.goto('/account');
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  const notice = page.getByText('Your data on this device cannot be read.');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Changes that are saved on this device only may be lost.');
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await older.close();
  await expect(notice).toHaveCount(0);
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await addToCart(page, 'good');
  await expect.poll(() => readServerCart(page, 'demo-alice')).toEqual([`1 × ${CHOICE_ID} good`]);
});

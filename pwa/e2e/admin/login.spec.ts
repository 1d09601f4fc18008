import { SHOPS } from '#contract/shops.ts';
import { collectErrors, startShopServer } from '../support/fixtures.ts';
import { signInAs } from '../support/shops/demo-shop.ts';
import { clockShiftScript } from '../support/browser/clock-shift-script.ts';
import { readStoredCatalogue } from '../support/shops/stored-catalogue.ts';
import { ADMIN_PASSWORD, expect, openAdmin, TABLET, test, waitForAdminOffline } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const YEAR_MS = 31_557_600_000;

test.use(TABLET);

test('a wrong password shows an error and clears the field; the right one opens every screen', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Shop' })).toHaveAttribute('href', '/');

  await page.getByLabel('Password').fill('something else entirely');
  await page.getByRole('button', { name: 'Login' }).tap();
  const alert = page.getByRole('alertdialog', { name: 'Неверный пароль' });
  await alert.getByRole('button', { name: 'OK' }).tap();
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.getByLabel('Password')).toBeFocused();

  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).tap();
  const jump = page.getByLabel('Admin page');
  for (const { adminPath, path } of SHOPS) {
    await jump.selectOption(adminPath);
    await expect(page).toHaveURL(adminPath);
    await expect(page.getByRole('link', { name: 'Back to Shop' })).toHaveAttribute('href', path);
  }
  // Browsers log a 401 as a network error.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('[faults 21, 55] five failures replace the form by a countdown, which survives a reload and ends', async ({
  page,
  shop,
}) => {
  // The server sends the wait in seconds, so that a wrong clock does not change it.
  await page.addInitScript(clockShiftScript(10 * YEAR_MS));
  await page.goto('/pcadmin');
  for (let failure = 0; failure < 5; failure += 1) {
    await page.getByLabel('Password').fill(`wrong number ${failure}`);
    await page.getByRole('button', { name: 'Login' }).tap();
    await page.getByRole('button', { name: 'OK' }).tap();
  }
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).tap();
  await expect(page.getByText('Too many login attempts. Please try again in')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^0:(30|2\d)$/);
  await expect(page.getByLabel('Password')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^0:[12]\d$/);
  // Editing local storage does not lift the server's block.
  await page.evaluate(() => localStorage.setItem('admin_blocked_until', '1'));
  await page.reload();
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).tap();
  await expect(page.getByRole('timer')).toBeVisible();

  await shop.context.database.writer.deleteFrom('login_attempt').execute();
  await page.evaluate(() => localStorage.setItem('admin_blocked_until', String(Date.now() + 2_500)));
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^0:0[123]$/);
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).tap();
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
});

test('an unknown stored token is removed, and Exit revokes a valid one on the server', async ({ page }) => {
  await page.goto('/smartadmin');
  await page.evaluate(() => localStorage.setItem('admin_token', 'adm_b_nonsense'));
  await page.reload();
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('admin_token'))).toBeNull();

  await openAdmin(page, '/smartadmin');
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  // Exit removes the token and then reloads the page, which would abort a call of this test.
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Exit' }).tap();
  await reloaded;
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('admin_token'))).toBeNull();
  const valid = await page.evaluate(async (ended) => {
    const reply = await fetch('/api/verify-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: ended }),
    });
    return reply.json() as Promise<unknown>;
  }, token);
  expect(valid).toEqual({ valid: false });
});

test('the administration opens offline with a notice', { tag: '@service-worker' }, async ({ page, context }) => {
  await openAdmin(page, '/ayzadmin?view=products');
  await waitForAdminOffline(page);
  // The first list may still be the server's: offline the device needs its own.
  await expect.poll(() => readStoredCatalogue(page, 'ayz')).toBeDefined();
  await goOffline(context);
  await page.goto('/ayzadmin?view=products');
  await expect(page.getByText('No connection to the server. Changes are saved on this device.')).toBeVisible();
  await expect(page.getByText('ID: 1 ').first()).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
});

test('an expired token asks for the password over the current screen', { tag: '@proof' }, async ({ page, shop }) => {
  await openAdmin(page, '/admin?view=products');
  const search = page.getByLabel('Search by title, ID or barcode');
  await search.fill('something half written');
  await shop.context.database.writer.deleteFrom('admin_token').execute();
  // The next call to the server receives a 401.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password').fill(ADMIN_PASSWORD);
  await ended.getByRole('button', { name: 'Login' }).tap();
  await expect(ended).toHaveCount(0);
  await expect(search).toHaveValue('something half written');
});

test(
  'where a listed administrator must be signed in too, the form explains it and lets them in',
  { tag: '@proof' },
  async ({ browser }) => {
    const strict = await startShopServer({ DEMO: '1', ADMIN_PASSWORD, ADMIN_REQUIRE_LISTED_USER: '1' });
    try {
      const context = await browser.newContext({ ...TABLET, baseURL: strict.url });
      const page = await context.newPage();
      const login = async (): Promise<void> => {
        await page.getByLabel('Password').fill(ADMIN_PASSWORD);
        await page.getByRole('button', { name: 'Login' }).tap();
      };
      await page.goto('/admin');
      await login();
      await expect(page.getByText('Log in to the shop as a listed administrator first')).toBeVisible();
      await expect(page.getByLabel('Password')).toHaveValue(ADMIN_PASSWORD);
      await signInAs(page, 'Ada');
      await page.goto('/admin');
      await login();
      await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
      await context.close();
    } finally {
      await strict.stop();
    }
  },
);

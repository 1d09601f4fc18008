import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { MyData } from '#contract/http/my-data.ts';
import { findStoredName } from '#pwa/features/privacy/stored-names.ts';
import type { StoreKind } from '#pwa/features/privacy/stored-names.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { expect, putIntoCart, signInAs, test } from '../support/shops/demo-shop.ts';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';

/** Lists everything that this site stores in the browser. */
async function listStored(page: Page): Promise<(readonly [StoreKind, string])[]> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    database: (await indexedDB.databases()).flatMap(({ name }) => name ?? []),
    cache: await caches.keys(),
  }));
  return [
    ...cookies.map(({ name }) => ['cookie', name.replace(/^__Host-/, '')] as const),
    ...(Object.keys(stored) as (keyof typeof stored)[]).flatMap((kind) =>
      stored[kind].map((name) => [kind, name] as const),
    ),
  ];
}

/** Lists what is stored but not named by the privacy page for these parts of the shop. */
const listUnnamed = async (page: Page, ...parts: readonly string[]): Promise<string[]> =>
  (await listStored(page))
    .filter(([kind, name]) => !parts.includes(findStoredName(kind, name)?.part ?? ''))
    .map(([kind, name]) => `${kind} ${name}`);

test(
  '[PRIVACY5] a visitor gets no cookie without a login, and all that is stored is named',
  { tag: '@service-worker' },
  async ({ page }) => {
    await page.goto('/');
    await waitForOfflineReady(page);
    // Screens that offer a login are left out.
    for (const path of ['/pcshop', '/refferals', '/smartshop', '/cancel', '/privacy', '/nowhere']) {
      await page.goto(path);
      await page.getByRole('contentinfo').waitFor();
    }
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.goto(`/?product=${CHOICE_ID}`);
    await page.getByRole('dialog').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await listUnnamed(page, 'visitor')).toEqual([]);
    expect((await listStored(page)).map(([, name]) => name)).toContain('hexlime-catalog');
  },
);

test(
  '[PRIVACY5] all that is stored for a signed-in user is named with its purpose',
  { tag: '@proof' },
  async ({ page }) => {
    await signInAs(page, 'Alice');
    await putIntoCart(page, 'demo-alice', CHOICE_ID, 'good', 1);
    await page.goto('/chats');
    await page.goto('/account');
    await page.getByRole('tab', { name: 'Cart' }).click();
    expect(await listUnnamed(page, 'visitor', 'user')).toEqual([]);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toContain('sid');
    expect(cookies.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite !== 'Strict')).toEqual([]);
  },
);

test('[PRIVACY1] a user downloads their data by keyboard', async ({ page }) => {
  await signInAs(page, 'Alice');
  await page.getByRole('button', { name: 'Download my data' }).focus();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as MyData;
  expect(data.account).toMatchObject({ sub: 'demo-alice', email: 'alice@demo.invalid' });
});

test('[PRIVACY4] after a long session a user logs in again before the download', async ({ page, demo }) => {
  await signInAs(page, 'Alice');
  await demo.context.database.writer
    .updateTable('session')
    .set({ created_at: Date.now() - 3_600_000 })
    .execute();
  await page.getByRole('button', { name: 'Download my data' }).click();
  const login = page.getByRole('dialog', { name: 'Log in' });
  await expect(login).toContainText('your last login was more than 15 minutes ago');
  await login.getByRole('button', { name: 'Continue as Alice' }).click();
  await expect(login).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await downloading;
});

test('[PRIVACY2] a user deletes their data on the server and on the device', async ({ page, demo }) => {
  await signInAs(page, 'Bob');
  await page.getByRole('button', { name: 'Delete my data' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your data?' });
  await question.getByRole('button', { name: 'Keep my data' }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await question.getByRole('button', { name: 'Delete my data' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your data was deleted.' })).toBeVisible();
  await expect(page).toHaveURL(/\/privacy#deleted$/);
  const { reader } = demo.context.database;
  const accounts = await reader.selectFrom('user_account').select('sub').where('sub', '=', 'demo-bob').execute();
  expect(accounts).toEqual([]);
  await expect.poll(async () => (await listStored(page)).filter(([, name]) => name.includes('demo-bob'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test(
  '[PRIVACY5] a device is cleared after a confirmation, and the shop works from nothing',
  { tag: '@service-worker' },
  async ({ page }) => {
    await signInAs(page, 'Alice');
    await page.evaluate(() => {
      localStorage.setItem('wish-list', JSON.stringify({ version: 1, ids: { ayz: [1] } }));
      localStorage.setItem('admin_tab', 'edit');
    });
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('button', { name: 'Clear this device' }).click();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear', exact: true }).click();
    await reloaded;
    await page.getByText('Log in to download or delete your data.').waitFor();
    const names = (await listStored(page)).map(([, name]) => name);
    expect(names.filter((name) => /wish-list|auth_|user-demo-alice|sid/.test(name))).toEqual([]);
    // Work of the administration stays.
    expect(names).toContain('admin_tab');
  },
);

test(
  'axe finds nothing on the page about privacy, on a light phone and a dark tablet',
  { tag: '@proof' },
  async ({ page }) => {
    await signInAs(page, 'Alice');
    const found: string[] = [];
    for (const [theme, width] of [
      ['light', 390],
      ['dark', 820],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
      await page.goto('/privacy');
      const erase = page.getByRole('button', { name: 'Delete my data' });
      await erase.waitFor();
      found.push(...(await findAccessibilityViolations(page, `privacy, ${theme}`)));
      await erase.click();
      found.push(...(await findAccessibilityViolations(page, `question, ${theme}`)));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    expect(found).toEqual([]);
  },
);

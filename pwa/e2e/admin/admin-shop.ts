import type { Page } from '@playwright/test';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { startLyingImageSite } from '#api/testing/images/lying-image-site.ts';
import type { LyingImageSite } from '#api/testing/images/lying-image-site.ts';
import { base } from '../support/browser/base-test.ts';
import { startShopServer } from '../support/fixtures.ts';

export const ADMIN_PASSWORD = 'four shops on a sofa';

/** A tablet in portrait with a touch screen. */
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true } as const;

/** Tests against a demo shop with a known administrators' password. Products that a test adds stay for other tests of its worker. */
export const test = base.extend<
  { readonly unblocked: void },
  { readonly shop: TestApp; readonly imageSite: LyingImageSite }
>({
  imageSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const site = await startLyingImageSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ imageSite }, use) => {
      const app = await startShopServer({ DEMO: '1', ADMIN_PASSWORD }, { images: { linkRules: imageSite.rules } });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  unblocked: [
    async ({ shop: { context } }, use) => {
      await context.database.writer.deleteFrom('login_attempt').execute();
      await use();
    },
    { auto: true },
  ],
});

export const expect = test.expect;

/** Opens a screen of the administration, entering the password when asked. */
export async function openAdmin(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const exit = page.getByRole('button', { name: 'Exit' });
  const login = page.getByRole('button', { name: 'Login' });
  await exit.or(login).waitFor();
  if (await login.isVisible()) {
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await login.click();
    await exit.waitFor();
  }
}

/** Opens a screen that "More" leads to. */
export async function openMore(
  page: Page,
  name: 'Saved replies' | 'Shop settings' | 'Audit log' | 'Team',
): Promise<void> {
  await page.getByRole('link', { name: 'More' }).click();
  await page.getByRole('main').getByRole('link', { name }).click();
}

/** Waits until the administration works without its server. */
export async function waitForAdminOffline(page: Page): Promise<void> {
  const countActive = (): Promise<number> =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      const own = registrations.filter(({ active }) => active?.scriptURL.endsWith('/admin-service-worker.js'));
      return own.filter(({ active }) => active?.state === 'activated').length;
    });
  await expect.poll(countActive).toBe(5);
  // The service worker controls this address from the next load on.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

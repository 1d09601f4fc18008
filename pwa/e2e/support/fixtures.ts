import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { fillShops } from './sample-catalogue.ts';

/** The built page that the tests look at. */
export const PAGE_DIR = fileURLToPath(new URL('../../../dist', import.meta.url));

/** A real server with the built page and filled shops. */
export async function startShopServer(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  if (!existsSync(`${PAGE_DIR}/index.html`)) throw new Error('The page is not built: run "npm run build" first.');
  const app = await startTestApp({ env: { PAGE_DIR, DEMO: '0', ...env } });
  await fillShops(app);
  // The server makes its first snapshot when it starts, before or after the shops are filled: devices must find products in it.
  await app.server.snapshots.build();
  return app;
}

/** Collects what a page writes to the console as an error, policy violations included, and what it throws. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

/** Waits until the shop on the screen works from the device. */
export async function waitForCatalogue(page: Page): Promise<void> {
  await page.getByText(/^Updated /).waitFor();
}

/** Waits until the page would open without its server: the service worker has it and answers for it. */
export async function waitForOfflineReady(page: Page): Promise<void> {
  const isReady = (): Promise<boolean> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    });
  // `waitForFunction` would take the promise itself for the answer.
  await base.expect.poll(isReady, { timeout: 20_000 }).toBe(true);
}

export interface Fixtures {
  /** Errors of the page on the screen; a test that expects some takes them out. */
  readonly errors: string[];
}

export interface WorkerFixtures {
  readonly app: TestApp;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startShopServer();
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  errors: [
    async ({ page }, use) => {
      const errors = collectErrors(page);
      await use(errors);
      test.expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export const expect = test.expect;

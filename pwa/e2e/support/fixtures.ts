import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp, TestAppOptions } from '#api/testing/apps/test-app.ts';
import { addNodes, NODES } from './nodes/add-nodes.ts';
import { fillShops, keepFields } from './shops/sample-catalogue.ts';
import { base } from './browser/base-test.ts';
import { CATALOGUE_READY } from './browser/catalogue-ready.ts';

/** Folder of the built page under test. */
export const PAGE_DIR = fileURLToPath(new URL('../../../dist', import.meta.url));

/** Starts a real server with the built page and sample products; several of them under `npm run test:nodes`. */
export async function startShopServer(
  env: Readonly<Record<string, string>> = {},
  options: Pick<TestAppOptions, 'images'> = {},
): Promise<TestApp> {
  if (!existsSync(`${PAGE_DIR}/index.html`)) throw new Error('The page is not built: run "npm run build" first.');
  const app = await startTestApp({ ...options, env: { PAGE_DIR, DEMO: '0', ...env } });
  await fillShops(app);
  // The first snapshot may predate the products, and devices must find them in it.
  await app.server.snapshots.build();
  return NODES === 0 ? app : addNodes(app, NODES, { PAGE_DIR, DEMO: '0', ...env });
}

/** Collects a page's console errors, policy violations included, and uncaught errors. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

/** Whether the browser logged an error only for lack of a network or server. Its own checks for a newer service worker count, too. */
export const isOfNetwork = (error: string): boolean =>
  /net::ERR_|WebSocket connection|when fetching the script/.test(error);

/** Waits until the current shop is served from the device. */
export async function waitForCatalogue(page: Page): Promise<void> {
  await page.locator(CATALOGUE_READY).waitFor();
}

/** Waits until the service worker controls the page and can serve it without the server. */
export async function waitForOfflineReady(page: Page): Promise<void> {
  const isReady = (): Promise<boolean> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    });
  // `waitForFunction` would accept the promise itself as the result.
  await base.expect.poll(isReady).toBe(true);
}

export interface Fixtures {
  /** Errors of the page; a test removes those that it expects. */
  readonly errors: string[];
  /** Restores the sample products that a test has changed. */
  readonly kept: void;
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
  kept: [
    async ({ app }, use) => {
      const giveBack = await keepFields(app);
      await use();
      await giveBack();
    },
    { auto: true },
  ],
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

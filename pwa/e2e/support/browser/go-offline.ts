import type { BrowserContext, Page } from '@playwright/test';
import { base } from './base-test.ts';

/** Whether a page no longer waits for its service worker: the worker can serve the page without a network, or the page gets no worker. */
const hasItsWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    // Absent on pages without a site, such as about:blank. Where a context blocks service workers, Playwright has replaced `register`.
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!container || !/\[native code\]/.test(container.register.toString())) return true;
    return (await container.getRegistration())?.active?.state === 'activated';
  });

/**
 * Takes the network from a browser as soon as its open pages can be opened again without one. Tests go offline only through this function:
 * on a slow machine a page is displayed and used long before its service worker has stored it.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await base.expect.poll(() => hasItsWorker(page)).toBe(true);
  await context.setOffline(true);
}

import type { BrowserContext, Page } from '@playwright/test';
import { base } from './base-test.ts';

/** Whether a page has the service worker that it is going to have: one that opens its address without a network, or none at all. */
const hasItsWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    // Absent on pages that are no site's; where a context blocks service workers, Playwright has put a function of its own in place of this one.
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!container || !/\[native code\]/.test(container.register.toString())) return true;
    return (await container.getRegistration())?.active?.state === 'activated';
  });

/**
 * Takes the network from a browser as soon as its open pages can be opened again without one. Tests go offline by this function only: on a slow
 * machine a page is there, and used, long before its service worker has stored it.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await base.expect.poll(() => hasItsWorker(page)).toBe(true);
  await context.setOffline(true);
}

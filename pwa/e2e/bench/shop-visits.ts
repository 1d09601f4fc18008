import type { Page } from '@playwright/test';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import { withPage, withProfile } from './browser-runs.ts';
import { CATALOGUE_READY } from '../support/browser/catalogue-ready.ts';

const isListShown = (): boolean => document.querySelectorAll('main article').length === 25;

/** Navigates and returns the time from navigation to the first 25 cards of the list, by the page's own clock. */
async function visit(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelectorAll('main article').length === 25)
        Object.assign(globalThis, { listMs: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'listMs' in globalThis, undefined, { polling: 'raf' });
  return page.evaluate(() => Reflect.get(globalThis, 'listMs') as number);
}

/**
 * Measures the shop itself, from navigation in a new browser process to 25 cards drawn: a category whose catalogue is on the device, served
 * by the service worker; once with a server that answers, and once while requests hang, as on a phone whose connection carries no data.
 */
export async function runShopFromDisk(serverUrl: string, path: string): Promise<{ ms: number; hangingMs: number }> {
  const proxy = await startHttpProxy(serverUrl);
  const address = proxy.url + path;
  try {
    return await withProfile(async (profile) => {
      await withPage(profile, async (page) => {
        await page.goto(address, { waitUntil: 'load' });
        await page.waitForFunction(isListShown);
        await page.locator(CATALOGUE_READY).waitFor();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        // Only from the second visit on does the service worker answer; what it stores then belongs to the preparation.
        await page.reload({ waitUntil: 'load' });
        await page.waitForFunction(isListShown);
        await page.waitForTimeout(1_500);
      });
      const ms = await withPage(profile, (page) => visit(page, address));
      proxy.fault = () => 'hang';
      return { ms, hangingMs: await withPage(profile, (page) => visit(page, address)) };
    });
  } finally {
    await proxy.stop();
  }
}

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { addToCart, expect, readServerCart, signInAs, test } from '../support/shops/demo-shop.ts';
import { CHROMIUM_ARGUMENTS, getChromium } from '../support/browser/find-chromium.ts';

const USER = 'demo-alice';
const lamps = (count: number): string[] => [`${count} × ${CHOICE_ID} good`];

test.beforeEach(async ({ demo }) => {
  await demo.context.products.saveProducts('ayz', [
    { id: CHOICE_ID, fields: { good_condition_available_quantity: '9' } },
  ]);
});

declare global {
  interface Window {
    lostCommits: number;
  }
}

/** Commits the page's first write of an operation, and reports it as failed, as Safari does when its storage process dies. */
function loseFirstCommit(): void {
  globalThis.window.lostCommits = 0;
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = begin.apply(this, args);
    const isOfOutbox = [args[0]].flat().some((table) => table === 'operations' || table === 'outbox');
    if (globalThis.window.lostCommits > 0 || args[1] !== 'readwrite' || !isOfOutbox) return transaction;
    globalThis.window.lostCommits += 1;
    transaction.addEventListener('complete', () => {
      const error = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
      Object.defineProperty(transaction, 'error', { value: error });
      transaction.onabort?.(new Event('abort'));
    });
    Object.defineProperty(transaction, 'oncomplete', { set() {} });
    return transaction;
  };
}

test('[OUT1] [fault 44] a tap is one operation when the storage fails after its commit', async ({ page }) => {
  await signInAs(page, 'Alice');
  await page.addInitScript(loseFirstCommit);
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  await addToCart(page, 'good');
  expect(await page.evaluate(() => globalThis.window.lostCommits)).toBe(1);
  await expect.poll(() => readServerCart(page, USER)).toEqual(lamps(1));
  await addToCart(page, 'good');
  await expect.poll(() => readServerCart(page, USER)).toEqual(lamps(2));
});

test('[OUT1] taps in a browser whose profile was restored from a copy are applied', async ({ demo }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-profile-'));
  const [profile, copy] = [join(folder, 'profile'), join(folder, 'copy')];
  const run = async (path: string, work: (context: BrowserContext) => Promise<void>): Promise<void> => {
    const context = await chromium.launchPersistentContext(path, {
      executablePath: getChromium(),
      args: CHROMIUM_ARGUMENTS,
      baseURL: demo.url,
    });
    await work(context);
    await context.close();
  };
  /** Adds a lamp, and waits until the server has this many. */
  const addLamp = async (context: BrowserContext, count: number): Promise<void> => {
    const page = await context.newPage();
    await page.goto(`/?product=${CHOICE_ID}`);
    await waitForCatalogue(page);
    await addToCart(page, 'good');
    await expect.poll(() => readServerCart(page, USER)).toEqual(lamps(count));
  };
  await run(profile, async (context) => {
    await signInAs(await context.newPage(), 'Alice');
    await addLamp(context, 1);
  });
  await cp(profile, copy, { recursive: true });
  await run(profile, (context) => addLamp(context, 2));
  await run(copy, (context) => addLamp(context, 3));
  await rm(folder, { recursive: true, force: true });
});

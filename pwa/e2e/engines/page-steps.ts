import { expect } from '@playwright/test';
import type { EngineBrowser } from './engine.ts';

const TIMEOUT_MS = 30_000;

/** XPath of elements with a name, by label or text. */
export const named = (tag: string, name: string): string =>
  `//${tag}[@aria-label="${name}" or contains(normalize-space(), "${name}")]`;
export const field = (placeholder: string): string => `//*[@placeholder="${placeholder}"]`;
/** XPath of the innermost element that holds a text. */
export const text = (said: string): string =>
  `//*[contains(normalize-space(), "${said}")][not(*[contains(normalize-space(), "${said}")])]`;

/** Waits until an element is visible. @throws Error with the texts of the page when it is not in time */
export async function see(browser: EngineBrowser, xpath: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  // Between two pages no document can answer.
  const count = (): Promise<number> => countVisible(browser, xpath).catch(() => 0);
  try {
    await expect.poll(count, { timeout: timeoutMs }).toBeGreaterThan(0);
  } catch (error) {
    const page = await browser.evaluate(() => document.body.innerText).catch(String);
    const errors = browser.errors.join('\n');
    throw new Error(`not visible: ${xpath}\nerrors: ${errors}\npage: ${page}`, { cause: error });
  }
}

/** Counts the visible elements of an XPath. */
export function countVisible(browser: EngineBrowser, xpath: string): Promise<number> {
  return browser.evaluate((path) => {
    const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const elements = Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index) as Element);
    return elements.filter((element) => element.checkVisibility({ visibilityProperty: true })).length;
  }, xpath);
}

/**
 * Returns whether a service worker controls the page. Its `state` says nothing more: a page that WebKit loaded during the activation shows
 * `activating` for good, although the worker answers.
 */
export const hasController = (browser: EngineBrowser): Promise<boolean> =>
  browser.evaluate(() => navigator.serviceWorker.controller !== null);

/** Waits until the page works without its server. */
export async function waitUntilOfflineReady(browser: EngineBrowser): Promise<void> {
  await expect.poll(() => hasController(browser), { timeout: TIMEOUT_MS }).toBe(true);
}

/** How long nothing may arrive until a page counts as loaded, in ms. */
const REST_MS = 1_000;

/** Waits until a page has loaded everything that it requests: Firefox logs a stylesheet or socket that leaving the page interrupts as an error. */
export async function waitUntilLoaded(browser: EngineBrowser): Promise<void> {
  const isAtRest = (restMs: number): Promise<boolean> =>
    browser.evaluate((rest) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const lastMs = Math.max(0, ...entries.map(({ responseEnd }) => responseEnd));
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      return (
        document.readyState === 'complete' && sheets.every(({ sheet }) => sheet) && performance.now() - lastMs > rest
      );
    }, restMs);
  await expect.poll(() => isAtRest(REST_MS).catch(() => false), { timeout: TIMEOUT_MS }).toBe(true);
}

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

/** Waits until an element is visible. */
export async function see(browser: EngineBrowser, xpath: string): Promise<void> {
  // Between two pages no document can answer.
  const count = (): Promise<number> => countVisible(browser, xpath).catch(() => 0);
  await expect.poll(count, { message: `visible: ${xpath}`, timeout: TIMEOUT_MS }).toBeGreaterThan(0);
}

/** Counts the visible elements of an XPath. */
export function countVisible(browser: EngineBrowser, xpath: string): Promise<number> {
  return browser.evaluate((path) => {
    const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const elements = Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index) as Element);
    return elements.filter((element) => element.checkVisibility({ visibilityProperty: true })).length;
  }, xpath);
}

/** Waits until the page works without its server. */
export async function waitUntilOfflineReady(browser: EngineBrowser): Promise<void> {
  const readWorkers = (): Promise<object> =>
    browser.evaluate(async () => {
      const { active, waiting, installing } = await navigator.serviceWorker.ready;
      const { controller } = navigator.serviceWorker;
      return {
        active: active?.state,
        waiting: waiting?.state,
        installing: installing?.state,
        controller: controller?.state,
      };
    });
  await expect
    .poll(readWorkers, { timeout: TIMEOUT_MS })
    .toMatchObject({ active: 'activated', controller: 'activated' });
}

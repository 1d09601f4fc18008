import { launch } from 'puppeteer-core';
import type { LaunchOptions } from 'puppeteer-core';
import type { EngineBrowser } from './engine.ts';

/** Starts Chromium or Firefox on a profile folder. */
export async function startWithPuppeteer(profile: string, options: LaunchOptions): Promise<EngineBrowser> {
  const browser = await launch({ ...options, headless: true, userDataDir: profile });
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    version: await browser.version(),
    errors,
    async goto(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    evaluate: <Args extends unknown[], Result>(run: (...args: Args) => Result | Promise<Result>, ...args: Args) =>
      page.evaluate(run as (...given: unknown[]) => unknown, ...args) as Promise<Result>,
    click: (xpath) => page.locator(`xpath/${xpath}`).click(),
    async type(xpath, text) {
      await page.locator(`xpath/${xpath}`).click();
      await page.keyboard.type(text);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    quit: () => browser.close(),
  };
}

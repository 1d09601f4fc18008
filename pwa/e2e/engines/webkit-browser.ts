import { Builder, By, Capabilities, error, until } from 'selenium-webdriver';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import type { EngineBrowser } from './engine.ts';
import type { WebKitPaths } from './find-engines.ts';
import { startWebKitDriver } from './webkit-driver.ts';

const WAIT_MS = 20_000;

/** Starts WebKitGTK's own small browser on a profile folder. */
export async function startWebKit(profile: string, paths: WebKitPaths): Promise<EngineBrowser> {
  const service = await startWebKitDriver(profile, paths);
  const driver = await openSession(service.url, service.command).catch(async (cause: unknown) => {
    await service.stop();
    throw cause;
  });
  const capabilities = await driver.getCapabilities();
  await driver.manage().setTimeouts({ script: WAIT_MS });
  const click = (xpath: string): Promise<WebElement> =>
    whenPossible(async () => {
      const element = await driver.wait(until.elementLocated(By.xpath(xpath)), WAIT_MS, `There is no ${xpath}`);
      await element.click();
      return element;
    });
  return {
    version: `${capabilities.getBrowserName()}/${capabilities.getBrowserVersion()}`,
    errors: service.errors,
    goto: (url) => goTo(driver, url),
    evaluate: (run, ...args) => evaluate(driver, run, args),
    async click(xpath) {
      await click(xpath);
    },
    async type(xpath, text) {
      const field = await click(xpath);
      await field.sendKeys(text);
    },
    async resize(width, height) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async quit() {
      await driver.quit();
      await service.stop();
    },
  };
}

function openSession(url: string, browserOptions: { binary: string; args: readonly string[] }): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // The driver considers a page loading while any request may still be answered.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': browserOptions,
  });
  return Promise.resolve(new Builder().usingServer(url).withCapabilities(capabilities).build());
}

async function goTo(driver: WebDriver, url: string): Promise<void> {
  await evaluate(driver, () => void Object.assign(globalThis, { isLeft: true }), []);
  await driver.get(url);
  const hasArrived = (): Promise<boolean> =>
    // Between two pages no document can answer.
    evaluate(driver, () => !('isLeft' in globalThis) && document.readyState !== 'loading', []).catch(() => false);
  await driver.wait(hasArrived, WAIT_MS, `${url} did not come`);
}

/** Result or error of a function that ran in the page. */
type Answer<Result> = { readonly result: Result } | { readonly thrown: string };

async function evaluate<Args extends unknown[], Result>(
  driver: WebDriver,
  run: (...args: Args) => Result | Promise<Result>,
  args: Args,
): Promise<Result> {
  const answer = await driver.executeAsyncScript<Answer<Result>>(
    `const [args, done] = arguments;
    Promise.resolve().then(() => (${run})(...args)).then((result) => done({ result }), (error) => done({ thrown: String(error) }));`,
    args,
  );
  if ('thrown' in answer) throw new Error(answer.thrown);
  return answer.result;
}

/** Retries while the element is covered or the page re-renders. */
async function whenPossible<Result>(act: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await act();
    } catch (cause) {
      const isPassing =
        cause instanceof error.ElementClickInterceptedError ||
        cause instanceof error.ElementNotInteractableError ||
        cause instanceof error.StaleElementReferenceError;
      if (!isPassing || performance.now() > endMs) throw cause;
    }
  }
}

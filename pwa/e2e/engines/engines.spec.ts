import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { SUPPORT } from '../support/chat-steps.ts';
import { ENGINES } from './engines.ts';
import { countVisible, field, named, see, text, waitUntilLoaded, waitUntilOfflineReady } from './page-steps.ts';
import { removeProfile } from './remove-profile.ts';
import { startStoppableShop } from './stoppable-shop.ts';

const USER = 'demo-alice';
const PRODUCT = 5;
const MESSAGE = 'Is the lamp still there?';
const SEARCH = 'Search products by name...';

/** A socket that hangs while connecting is given up after 20 s, the next attempt follows within 5 s, and a hanging call ends 5 s later. */
const RECONNECT_MS = 40_000;

const readMessages = (app: TestApp): Promise<unknown> =>
  app.context.database.reader.selectFrom('chat_message').select(['chat_id', 'content']).execute();
const readCart = (app: TestApp): Promise<unknown> =>
  app.context.database.reader.selectFrom('cart_line').select(['sub', 'product_id', 'quantity']).execute();

for (const engine of ENGINES) {
  if ('missing' in engine) {
    test.skip(`${engine.name} was not tested (${engine.missing})`, () => undefined);
    continue;
  }
  // All other tests run in Chromium.
  test.describe(engine.name, { tag: engine.name === 'Chromium' ? '@night' : [] }, () => {
    test('first visit, offline restart, search, cart, chat, reconnect; each change arrives once', async () => {
      test.setTimeout(180_000);
      const profile = await mkdtemp(join(tmpdir(), 'hexlime-engine-'));
      const shop = await startStoppableShop();
      let browser = await engine.start(profile);
      try {
        await test.step('first visit', async () => {
          await browser.goto(`${shop.url}/account`);
          await waitUntilLoaded(browser);
          await browser.click(named('button', 'Continue as Alice'));
          await see(browser, named('*[@role="tab"]', 'My Orders'));
          // WebKit loses a service worker whose page is left while it registers (README.md).
          await waitUntilOfflineReady(browser);
          await waitUntilLoaded(browser);
          // The previous page must not hold resources that this one needs.
          await browser.goto(shop.url);
          await see(browser, '//*[@data-updated]');
          await waitUntilOfflineReady(browser);
          expect(await countVisible(browser, text('A new version'))).toBe(0);
          expect(browser.errors).toEqual([]);
        });

        await test.step('offline restart', async () => {
          await browser.quit();
          await shop.stop();
          browser = await engine.start(profile);
          await browser.goto(shop.url);
          await see(browser, text('Offline'));
        });

        await test.step('search', async () => {
          await browser.type(field(SEARCH), 'lamp 0');
          await see(browser, text('9 products'));
          await browser.type(field(SEARCH), '5');
          await see(browser, text('1 product'));
        });

        await test.step('cart', async () => {
          await browser.click('//main//article//a');
          await see(browser, named('dialog//h2', 'Lamp 05'));
          await browser.click(named('button', 'ADD TO CART'));
          await see(browser, text('Item added to cart'));
        });

        await test.step('chat', async () => {
          await browser.click(named('button', SUPPORT));
          await browser.type(field('Enter a message...'), MESSAGE);
          await browser.click(named('button', 'Send'));
          await see(browser, named('*[@role="img"]', 'Pending'));
        });

        await test.step('reconnect', async () => {
          await shop.restart();
          await see(browser, named('*[@role="img"]', 'Sent'), RECONNECT_MS);
          await expect.poll(() => readCart(shop.app)).toEqual([{ sub: USER, product_id: PRODUCT, quantity: 1 }]);
          // Opening the chat again sends nothing again.
          await browser.goto(`${shop.url}/chat/${PRODUCT}-${USER}`);
          await see(browser, named('*[@role="img"]', 'Sent'));
          expect(await countVisible(browser, `//*[@aria-label="Support Chat"]${text(MESSAGE)}`)).toBe(1);
          expect(await readMessages(shop.app)).toEqual([{ chat_id: `${PRODUCT}-${USER}`, content: MESSAGE }]);
          expect(await readCart(shop.app)).toEqual([{ sub: USER, product_id: PRODUCT, quantity: 1 }]);
        });
      } finally {
        await browser.quit();
        await shop.remove();
        await removeProfile(profile);
      }
    });
  });
}

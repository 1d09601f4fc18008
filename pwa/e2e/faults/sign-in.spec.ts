import { startFakeGoogle, TEST_CLIENT_ID } from '#api/testing/fake-google.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { expect, PAGE_DIR, waitForCatalogue } from '../support/fixtures.ts';
import { fillShops } from '../support/shops/sample-catalogue.ts';
import { test } from '../support/shops/demo-shop.ts';

const PROVIDER_SCRIPT = 'https://accounts.google.com/gsi/client';
/** The part of the provider's script that the shop uses: one button that signs in. */
const PROVIDER = `
  let given;
  globalThis.google = { accounts: { id: {
    initialize: (options) => { given = options; },
    renderButton: (place) => {
      const button = document.createElement('button');
      button.textContent = 'Sign in at the provider';
      button.onclick = async () => given.callback({ credential: await globalThis.createCredential(given.nonce) });
      place.append(button);
    },
  } } };`;

test('[fault 66] without the identity provider the shop works, offers a retry, and keeps the session', async ({
  browser,
}) => {
  const google = await startFakeGoogle();
  const env = { PAGE_DIR, DEMO: '0', GOOGLE_CLIENT_ID: TEST_CLIENT_ID };
  const app = await startTestApp({ env, googleKeysUrl: google.keysUrl });
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' });
  try {
    await fillShops(app);
    await app.server.snapshots.build();
    await context.exposeFunction('createCredential', (nonce: string) => google.createCredential(nonce, Date.now()));
    await context.route(PROVIDER_SCRIPT, (route) => route.abort());
    const page = await context.newPage();
    await page.goto('/account');
    await expect(
      page.getByText('Login could not be loaded. Check your connection and content blocker, then reload the page.'),
    ).toBeVisible();
    await expect(page.getByText('You can browse the shops without logging in.')).toBeVisible();
    const shop = await context.newPage();
    await shop.goto('/?main=Lighting');
    await waitForCatalogue(shop);
    await expect(shop.locator('main article').first()).toBeVisible();
    await shop.close();

    await context.unroute(PROVIDER_SCRIPT);
    await context.route(PROVIDER_SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: PROVIDER }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign in at the provider' }).click();
    await page.getByRole('tab', { name: 'My Orders' }).waitFor();

    await context.unroute(PROVIDER_SCRIPT);
    await context.route(PROVIDER_SCRIPT, (route) => route.abort());
    await page.reload();
    await page.getByRole('tab', { name: 'My Orders' }).waitFor();
    expect(await page.evaluate(async () => (await fetch('/api/session')).status)).toBe(200);
  } finally {
    await context.close();
    await app.stop();
    await google.stop();
  }
});

test('[fault 68] without cookies the shop works, and the login explains why it does not', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL !== undefined && { baseURL }) });
  await context.addInitScript(() => {
    // Browsers that block cookies block local storage too.
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto('/?main=Lighting');
  await waitForCatalogue(page);
  await page.locator('main article a').first().click();
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('Logging in needs cookies.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue as Alice' })).toHaveCount(0);

  await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  const alice = page.getByRole('button', { name: 'Continue as Alice' });
  // The page may notice before the tap that cookies are allowed again.
  await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), alice.waitFor()]);
  await expect(alice).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

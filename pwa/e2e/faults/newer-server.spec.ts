import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { SHOPS } from '#contract/shops.ts';
import { addToCart, expect, openCartTab, readServerCart, signInAs, test } from '../support/shops/demo-shop.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { Answer, HttpProxy } from '#api/testing/network/http-proxy.ts';
import { waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { hasWholeCatalogue } from '../support/shops/stored-catalogue.ts';

const NOTICE = 'A new version of the app is available.';
const BLOCKS = /\/api\/sync\/blocks\//;

/** Answers calls as a later version would: in a later shape, with snapshots of a later format. */
function serveLaterVersion(line: HttpProxy, serverUrl: string): void {
  const headers = { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) };
  const answerWith = async (body: object): Promise<Answer> => ({ headers, body: JSON.stringify(body) });
  line.fault = (path) => {
    if (/^\/api\/sync\/\w+\/changes\?/.test(path)) return answerWith({ refetch: true, epoch: 'later' });
    if (path === '/api/sync/push') return answerWith({ in: 'a later shape' });
    if (!/^\/api\/sync\/\w+\/manifest$/.test(path)) return undefined;
    return fetch(new URL(path, serverUrl))
      .then((reply) => reply.json() as Promise<object>)
      .then((manifest) => answerWith({ ...manifest, epoch: 'later', format: SNAPSHOT_FORMAT + 1 }));
  };
}

test('[CAT18] a page older than the server announces it, shows what it has and keeps its pending changes', async ({
  browser,
  demo,
}) => {
  const line = await startHttpProxy(demo.url);
  const context = await browser.newContext({ baseURL: line.url });
  const page = await context.newPage();
  await signInAs(page, 'Sam');
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  // First the page fetches all blocks of the snapshots that it can read.
  for (const { key } of SHOPS) await expect.poll(() => hasWholeCatalogue(page, key)).toBe(true);
  serveLaterVersion(line, demo.url);
  const blocks: string[] = [];
  context.on('request', (request) => void (BLOCKS.test(request.url()) && blocks.push(request.url())));
  await addToCart(page, 'good');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(NOTICE).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.goto('/?main=Lighting');
  await expect(page.getByRole('heading', { name: 'Lamp 03' })).toBeVisible();
  await openCartTab(page);
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  expect(await readServerCart(page, 'demo-sam')).toEqual([]);
  expect(blocks).toEqual([]);

  // From here on page and server are of one version, as after the update.
  line.fault = () => undefined;
  await openCartTab(page);
  await expect.poll(() => readServerCart(page, 'demo-sam')).toEqual([`1 × ${CHOICE_ID} good`]);
  await expect(page.getByText('Not confirmed yet')).toHaveCount(0);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await context.close();
  await line.stop();
});

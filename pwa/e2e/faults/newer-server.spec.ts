import type { BrowserContext } from '@playwright/test';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { SHOPS } from '#contract/shops.ts';
import { addToCart, expect, openCartTab, readServerCart, signInAs, test } from '../support/demo-shop.ts';
import { waitForCatalogue } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/sample-catalogue.ts';
import { hasWholeCatalogue } from '../support/stored-catalogue.ts';

const NOTICE = 'A new version of Hexlime is available.';
const BLOCKS = /\/api\/sync\/blocks\//;

/** Answers calls as a later version would: in a later shape, with snapshots of a later format. */
async function serveLaterVersion(context: BrowserContext): Promise<void> {
  const headers = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) };
  await context.route('**/api/sync/*/changes?*', (route) =>
    route.fulfill({ headers, json: { refetch: true, epoch: 'later' } }),
  );
  await context.route('**/api/sync/*/manifest', async (route) => {
    const reply = await route.fetch();
    const manifest = (await reply.json()) as object;
    await route.fulfill({ headers, json: { ...manifest, epoch: 'later', format: SNAPSHOT_FORMAT + 1 } });
  });
  await context.route('**/api/sync/push', (route) => route.fulfill({ headers, json: { in: 'a later shape' } }));
}

test('[CAT18] a page older than the server announces it, shows what it has and keeps its pending changes', async ({
  page,
}) => {
  await signInAs(page, 'Sam');
  await page.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(page);
  // Blocks of the snapshots that the page reads are fetched first.
  for (const { key } of SHOPS) await expect.poll(() => hasWholeCatalogue(page, key), { timeout: 20_000 }).toBe(true);
  await serveLaterVersion(page.context());
  const blocks: string[] = [];
  page.context().on('request', (request) => void (BLOCKS.test(request.url()) && blocks.push(request.url())));
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

  // The page of that version reads its server.
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await openCartTab(page);
  await expect.poll(() => readServerCart(page, 'demo-sam'), { timeout: 20_000 }).toEqual([`1 × ${CHOICE_ID} good`]);
  await expect(page.getByText('Not confirmed yet')).toHaveCount(0);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';
import { deleteStoredBlocks, readStoredCatalogue } from '../support/shops/stored-catalogue.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const SHOP = 'smart';
const LIST = '/smartshop?main=Lighting';
const SYNC = '**/api/sync/**';
const BLOCKS = '**/api/sync/blocks/*';
const NOT_FOUND = JSON.stringify({ type: 'about:blank', title: '', status: 404, code: 'not-found', error: '' });
const MISSING = 'Some products of this shop are missing on this device.';
/** Three of these fill a page of changes. */
const LONG_TEXT = 'x'.repeat(160_000);
const LONG_IDS = [101, 102, 103, 104, 105, 106, 107];

/** Visits the shop until it works without the server, with all of its details, and closes it. */
async function visit(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(LIST);
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
  await expect.poll(async () => (await lacking(page)).length).toBe(0);
  await page.close();
}

/** Blocks that the stored record names and that are not stored. */
async function lacking(page: Page): Promise<string[]> {
  const stored = await readStoredCatalogue(page, SHOP);
  return stored
    ? listBlocks(stored.manifest)
        .map(({ hash }) => hash)
        .filter((hash) => !stored.hashes.has(hash))
    : ['all'];
}

/** Opens a page of the origin that runs no app. */
async function openBarePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/healthz');
  return page;
}

const lamp = (page: Page, number: string) => page.getByRole('heading', { name: `Lamp ${number}`, exact: true });

test('[CAT16] a download that meets deleted blocks beside pages of changes leaves a whole shop on the disk', async ({
  context,
  app,
}) => {
  await visit(context);
  const bare = await openBarePage(context);
  // The app was closed before its details had arrived, and the server has moved on since.
  expect(await deleteStoredBlocks(bare, SHOP, 'details')).toBeGreaterThan(0);
  for (const title of ['Lamp 00 A', 'Lamp 00 B', 'Lamp 00 C']) {
    await renameProduct(app, SHOP, 30, title);
    await app.server.snapshots.build([SHOP]);
  }
  await app.context.products.saveProducts(
    SHOP,
    LONG_IDS.map((id) => ({
      id,
      fields: { title: `Text ${id}`, main_category: 'Texts', category: 'Long', description: LONG_TEXT },
    })),
  );
  // Answers as a restarted server would: this one still has the blocks of the old snapshot in its cache.
  const gone = new Set((await readStoredCatalogue(bare, SHOP))?.manifest.blocks.map(({ hash }) => hash));
  await context.route(BLOCKS, (route) =>
    gone.has(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      ? route.fulfill({ status: 404, contentType: 'application/problem+json', body: NOT_FOUND })
      : route.continue(),
  );
  // Pages are in flight while the download meets a deleted block; another snapshot would come too late to repair anything.
  await context.route('**/changes?*', async (route) => {
    await sleep(250);
    await route.continue();
  });
  let manifests = 0;
  await context.route('**/manifest', async (route) => {
    if (++manifests > 1) await sleep(10_000);
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(LIST);
  const { seq } = app.context.states.get(SHOP);
  await expect.poll(async () => (await readStoredCatalogue(bare, SHOP))?.cursor).toBe(seq);
  await expect.poll(() => lacking(bare)).toEqual([]);
  await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  await goOffline(context);
  const offline = await context.newPage();
  await offline.goto(LIST);
  await waitForCatalogue(offline);
  await expect(lamp(offline, '07')).toBeVisible();
  await expect(offline.getByRole('heading', { name: 'Lamp 00 C' })).toBeVisible();
  await expect(offline.getByText(MISSING)).toHaveCount(0);

  await context.setOffline(false);
  await app.context.products.deleteProducts(SHOP, LONG_IDS);
  await renameProduct(app, SHOP, 30, 'Lamp 30');
});

test('[CAT17] lost products are announced offline, and the leader’s repair reaches a tab without network', async ({
  context,
}) => {
  await visit(context);
  const bare = await openBarePage(context);
  expect(await deleteStoredBlocks(bare, SHOP, 'cards')).toBeGreaterThan(0);
  await bare.close();

  await context.route(SYNC, (route) => route.abort());
  const leader = await context.newPage();
  await leader.goto(LIST);
  await expect(leader.getByText(MISSING)).toBeVisible();
  const follower = await context.newPage();
  await follower.goto(LIST);
  await expect(follower.getByText(MISSING)).toBeVisible();

  await follower.route(SYNC, (route) => route.abort());
  await context.unroute(SYNC);
  await leader.evaluate(() => dispatchEvent(new Event('online')));
  await expect(lamp(leader, '07')).toBeVisible();
  await expect(lamp(follower, '07')).toBeVisible();
  await expect(follower.getByText(MISSING)).toHaveCount(0);
  await expect.poll(() => lacking(leader)).toEqual([]);
});

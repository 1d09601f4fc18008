import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import { preferPlanes } from '#contract/blocks/views-block.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { buildInProcess } from '#api/catalog/snapshot/build-in-process.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { HttpProxy } from '#api/testing/network/http-proxy.ts';
import { startChromium } from '../support/browser/chromium-process.ts';
import { readDataset } from '../support/shops/dataset.ts';
import { PAGE_DIR, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { readStoredCatalogue } from '../support/shops/stored-catalogue.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** Kills of the browser during a first sync; 50 for an acceptance run. */
const KILLS = Number(process.env['KILLS'] ?? 6);
const SAVE_BATCH = 1_000;
/** Far above the 50 ms of a quiet machine, far below parsing the catalogue on the main thread. */
const MAX_BUSY_TASK_MS = 200;
/** Ample time for all blocks of the catalogue. */
const ARRIVAL_MS = 2_000;

interface Fixtures {
  readonly chaos: HttpProxy;
  readonly profile: string;
}

/** A server with the full catalogue of PC parts, shared by the tests of this file. */
const test = base.extend<Fixtures, { readonly app: TestApp }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startTestApp({ env: { PAGE_DIR, DEMO: '0' }, buildSnapshots: buildInProcess });
      const { rows } = readDataset();
      for (let at = 0; at < rows.length; at += SAVE_BATCH) {
        await app.context.products.saveProducts('pc', rows.slice(at, at + SAVE_BATCH));
      }
      await app.server.snapshots.build(['pc']);
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  chaos: async ({ app }, use) => {
    const chaos = await startHttpProxy(app.url);
    await use(chaos);
    await chaos.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  profile: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'hexlime-profile-'));
    await use(profile);
    await rm(profile, { recursive: true, force: true });
  },
});
const { expect } = test;

/** A title of the catalogue, real or generated. */
const SOME_TITLE = readDataset().rows[40_000]?.fields.title ?? '';

const getManifest = async (app: TestApp): Promise<Manifest> =>
  (await (await fetch(`${app.url}/api/sync/pc/manifest`)).json()) as Manifest;

/** Expects every block of the server's snapshot in the browser's database, byte for byte, and a cursor not behind the snapshot. */
async function expectStored(page: Page, app: TestApp): Promise<void> {
  const manifest = await getManifest(app);
  await expect
    .poll(
      async () => {
        const stored = await readStoredCatalogue(page, 'pc');
        return (
          stored && listBlocks(preferPlanes(manifest)).filter(({ hash }) => stored.hashes.get(hash) === hash).length
        );
      },
      { timeout: 60_000 },
    )
    .toBe(listBlocks(preferPlanes(manifest)).length);
  const stored = await readStoredCatalogue(page, 'pc');
  expect(stored?.manifest.digest).toBe(manifest.digest);
  expect(stored?.cursor).toBeGreaterThanOrEqual(manifest.seq);
}

test(
  '66,778 products arrive without blocking the page, and then work without a server',
  { tag: '@night' },
  async ({ app, chaos, profile }) => {
    const online = await startChromium(profile);
    const visit = await online.context.newPage();
    await visit.addInitScript(() => {
      const tasks: { startMs: number; durationMs: number }[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          tasks.push({ startMs: startTime, durationMs: duration });
      }).observe({ type: 'longtask' });
    });
    chaos.fault = (path) => (path.startsWith('/api/sync/blocks/') ? 'drop' : undefined);
    await visit.goto(`${chaos.url}/pcshop`);
    await expect(visit.locator('main article').first()).toBeVisible();
    await visit.waitForTimeout(1_000);
    const paintedMs = await visit.evaluate(() => performance.now());
    chaos.fault = () => undefined;
    await waitForCatalogue(visit);
    await visit.waitForTimeout(ARRIVAL_MS);
    const tasks = await visit.evaluate(
      (sinceMs) =>
        (globalThis as unknown as { tasks: { startMs: number; durationMs: number }[] }).tasks.filter(
          ({ startMs }) => startMs > sinceMs,
        ),
      paintedMs,
    );
    // Other tests run at the same time; the benchmark measures this on a quiet machine.
    expect(Math.max(0, ...tasks.map((task) => task.durationMs))).toBeLessThan(MAX_BUSY_TASK_MS);
    console.log(`main-thread tasks over 50 ms while 66,778 products arrive: ${JSON.stringify(tasks)}`);
    await expectStored(visit, app);
    await waitForOfflineReady(visit);
    await online.kill();

    chaos.fault = () => 'drop';
    const offline = await startChromium(profile);
    const page = await offline.context.newPage();
    await page.goto(`${chaos.url}/pcshop`);
    await expect(page.getByRole('heading', { level: 2, name: 'Components' })).toBeVisible();
    await page.goto(`${chaos.url}/pcshop?main=Components&category=Memory`);
    await expect(page.locator('main article')).toHaveCount(25);
    await page.goto(`${chaos.url}/pcshop?q=${encodeURIComponent(SOME_TITLE)}`);
    await expect(page.locator('main article').first()).toContainText(SOME_TITLE);
    await page.goto(`${chaos.url}/pcshop?product=60000`);
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    await offline.kill();
  },
);

test('a browser killed at any moment of a first sync resumes', { tag: '@night' }, async ({ app, chaos }) => {
  test.setTimeout(60_000 + KILLS * 20_000);
  const manifest = await getManifest(app);
  const fullBytes = await measureFullSync(app, chaos);
  const ratios: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const profile = await mkdtemp(join(tmpdir(), 'hexlime-profile-'));
    // Slow enough to hit every moment of a sync.
    chaos.bytesPerSecond = 400_000;
    const first = await startChromium(profile);
    const visit = await first.context.newPage();
    chaos.take();
    await visit.goto(`${chaos.url}/pcshop`, { waitUntil: 'commit' });
    await visit.waitForTimeout(Math.random() * 2_500);
    await first.kill();
    chaos.bytesPerSecond = Infinity;
    const second = await startChromium(profile);
    const page = await second.context.newPage();
    await page.goto(`${chaos.url}/pcshop`);
    await expectStored(page, app);
    await second.kill();
    ratios.push(chaos.take().blockBytes / fullBytes);
    await rm(profile, { recursive: true, force: true });
  }
  console.log(`bytes fetched against one whole sync: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  expect(Math.max(...ratios)).toBeLessThanOrEqual(1.6);
  expect(manifest.blocks.length).toBeGreaterThan(10);
});

/** Body bytes of the blocks of an undisturbed first sync. */
async function measureFullSync(app: TestApp, chaos: HttpProxy): Promise<number> {
  const profile = await mkdtemp(join(tmpdir(), 'hexlime-profile-'));
  const browser = await startChromium(profile);
  const page = await browser.context.newPage();
  chaos.take();
  await page.goto(`${chaos.url}/pcshop`);
  await expectStored(page, app);
  await browser.kill();
  await rm(profile, { recursive: true, force: true });
  return chaos.take().blockBytes;
}

test(
  '100 changes and 10 deletions arrive in at most two small requests and show without a reload',
  { tag: '@night' },
  async ({ app, chaos, profile }) => {
    const browser = await startChromium(profile);
    const page = await browser.context.newPage();
    await page.goto(`${chaos.url}/pcshop?main=Components&category=${encodeURIComponent('Video Card')}`);
    await waitForCatalogue(page);
    await expectStored(page, app);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await app.context.products.saveProducts('pc', [
      { id: 7, fields: { title: '! Changed while online', main_category: 'Components', category: 'Video Card' } },
    ]);
    await expect(page.getByRole('heading', { name: '! Changed while online' })).toBeVisible();

    await goOffline(browser.context);
    const ids = Array.from({ length: 100 }, (_, place) => 100 + place * 601);
    await app.context.products.saveProducts(
      'pc',
      ids.map((id) => ({
        id,
        fields: { title: `! Changed ${id}`, main_category: 'Components', category: 'Video Card' },
      })),
    );
    await app.context.products.deleteProducts(
      'pc',
      Array.from({ length: 10 }, (_, place) => 50 + place * 7),
    );
    chaos.take();
    await browser.context.setOffline(false);
    await expect(page.getByRole('heading', { name: '! Changed 100', exact: true })).toBeVisible();
    const { paths, changesBytes } = chaos.take();
    expect(paths.filter((path) => path.includes('/api/sync/pc/')).length).toBeLessThanOrEqual(2);
    expect(changesBytes).toBeLessThan(10_000);

    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await browser.kill();
  },
);

test(
  'a full device lists and searches everything, loads the rest from the network, and shows a notice',
  { tag: '@night' },
  async ({ browser, chaos }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: chaos.url, quotaSize: 1_000_000 });
    await page.goto(`${chaos.url}/pcshop?main=Components&category=Memory`);
    await expect(page.getByRole('status').filter({ hasText: 'This device’s storage is full' })).toBeVisible();
    await waitForCatalogue(page);
    // Later pulls fetch no block again and remove nothing from the screen.
    chaos.take();
    for (let pull = 0; pull < 3; pull++) {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.waitForTimeout(500);
      await expect(page.locator('main article')).toHaveCount(25);
    }
    expect(chaos.take().paths.filter((path) => path.startsWith('/api/sync/blocks/'))).toEqual([]);
    await page.locator('main article a').first().click();
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    await page.keyboard.press('Escape');
    chaos.fault = (path) => (path.startsWith('/api/') ? 'drop' : undefined);
    await page.getByRole('searchbox').fill('no such thing as this');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText(/^Nothing found|^No exact match/)).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('searchbox').fill(SOME_TITLE);
    await page.getByRole('searchbox').press('Enter');
    await expect(page.locator('main article').first()).toContainText(SOME_TITLE);
    expect(errors).toEqual([]);
    await context.close();
  },
);

import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';

/** Requests of a visitor without an account that each moment may cost at most; kinds that are not named, none. */
const ALLOWED = {
  /** Changes once more where the socket opens after the first answer: there may have been news in between. */
  'a first visit, until all is stored': { manifest: 1, blocks: 3, changes: 2, settings: 1 },
  'a change of the server': { changes: 1 },
  'another list, and a product': {},
  'a second visit': { changes: 2, settings: 1 },
} as const;

const KINDS: Readonly<Record<string, RegExp>> = {
  manifest: /^\/api\/sync\/\w+\/manifest/,
  blocks: /^\/api\/sync\/blocks\//,
  changes: /^\/api\/sync\/\w+\/changes/,
  settings: /^\/api\/shop-settings/,
  lists: /^\/api\/sync\/\w+\/(?:browse|overview)/,
  account: /^\/api\/(?:session|sync\/push)/,
  health: /^\/healthz/,
};

/** Numbers of the requests for data, by kind. */
function countKinds(paths: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of paths.filter((asked) => asked.startsWith('/api/') || asked.startsWith('/healthz'))) {
    const kind = Object.keys(KINDS).find((name) => KINDS[name]?.test(path)) ?? path;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

test('[PULL8] each moment of a visit costs the requests of its row at most', async ({ page, app }) => {
  const proxy = await startHttpProxy(app.url);
  const expectAllowed = (moment: keyof typeof ALLOWED): void => {
    const allowed: Readonly<Record<string, number>> = ALLOWED[moment];
    const counts = countKinds(proxy.take().paths);
    const beyond = Object.entries(counts).filter(([kind, count]) => count > (allowed[kind] ?? 0));
    expect(beyond, moment).toEqual([]);
  };
  await page.goto(`${proxy.url}/pcshop?main=Lighting`);
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
  await page.waitForLoadState('networkidle');
  expectAllowed('a first visit, until all is stored');

  await renameProduct(app, 'pc', 1, 'Lamp 01 renewed');
  await expect(page.getByRole('heading', { name: 'Lamp 01 renewed' })).toBeVisible();
  expectAllowed('a change of the server');

  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.locator('main article')).toHaveCount(5);
  expectAllowed('another list, and a product');

  await page.reload();
  await waitForCatalogue(page);
  await page.waitForLoadState('networkidle');
  expectAllowed('a second visit');
  await proxy.stop();
});

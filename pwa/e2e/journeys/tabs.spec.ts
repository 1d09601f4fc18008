import type { Page } from '@playwright/test';
import { expect, test, waitForCatalogue } from '../support/fixtures.ts';
import { renameProduct } from '../support/shops/sample-catalogue.ts';

/** Longer than the 10 s without heartbeat after which a visible tab takes over. */
const FROZEN_MS = 16_000;

/** Id of the client that holds the engine's Web Lock. */
const findLeader = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    async () => (await navigator.locks.query()).held?.find((lock) => lock.name === 'hexlime-sync')?.clientId,
  );

test('of two tabs one leads, both show a change, and closing the leader hands over', async ({ page, context, app }) => {
  await page.goto('/smartshop?main=Parts');
  await waitForCatalogue(page);
  const second = await context.newPage();
  await second.goto('/smartshop?main=Parts');
  await waitForCatalogue(second);
  const firstLeader = await findLeader(second);
  expect(firstLeader).toBeDefined();

  await renameProduct(app, 'smart', 31, 'Cable 01 for both');
  await expect(page.getByRole('heading', { name: 'Cable 01 for both' })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Cable 01 for both' })).toBeVisible();

  await page.close();
  await expect.poll(() => findLeader(second)).not.toBe(firstLeader);
  await expect.poll(() => findLeader(second)).toBeDefined();
  await renameProduct(app, 'smart', 31, 'Cable 01 again');
  await expect(second.getByRole('heading', { name: 'Cable 01 again' })).toBeVisible();
  await renameProduct(app, 'smart', 31, 'Cable 01');
  await expect(second.getByRole('heading', { name: 'Cable 01', exact: true })).toBeVisible();
});

test(
  'a frozen leader is superseded by the visible tab and resumes without harm',
  { tag: '@night' },
  async ({ page, context, app }) => {
    await page.goto('/smartshop?main=Parts');
    await waitForCatalogue(page);
    const second = await context.newPage();
    await second.goto('/smartshop?main=Parts');
    await waitForCatalogue(second);
    const frozenLeader = await findLeader(second);
    // A busy worker looks frozen to the others; freezing a page with DevTools leaves its worker running.
    const frozen = page.workers()[0]?.evaluate((ms) => {
      for (const endMs = Date.now() + ms; Date.now() < endMs;);
    }, FROZEN_MS);
    await second.bringToFront();

    await renameProduct(app, 'smart', 32, 'Changed while the leader was frozen');
    await expect(second.getByRole('heading', { name: 'Changed while the leader was frozen' })).toBeVisible({
      timeout: 20_000,
    });

    expect(await findLeader(second)).not.toBe(frozenLeader);
    await frozen;
    await page.bringToFront();
    await expect(page.getByRole('heading', { name: 'Changed while the leader was frozen' })).toBeVisible();
    await renameProduct(app, 'smart', 32, 'Cable 02');
    await expect(page.getByRole('heading', { name: 'Cable 02' })).toBeVisible();
    await expect(second.getByRole('heading', { name: 'Cable 02' })).toBeVisible();
  },
);

test('five tabs that open at once elect one leader', { tag: '@proof' }, async ({ context, app, page }) => {
  await page.goto('/smartshop?main=Parts');
  const others = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  await Promise.all(others.map((other) => other.goto('/smartshop?main=Parts')));
  await Promise.all([page, ...others].map((tab) => waitForCatalogue(tab)));
  const state = await page.evaluate(() => navigator.locks.query());
  expect(state.held?.filter((lock) => lock.name === 'hexlime-sync').length).toBe(1);
  expect(state.pending?.filter((lock) => lock.name === 'hexlime-sync').length).toBe(4);
  await renameProduct(app, 'smart', 33, 'Cable 03 in five tabs');
  for (const tab of [page, ...others])
    await expect(tab.getByRole('heading', { name: 'Cable 03 in five tabs' })).toBeVisible();
  await renameProduct(app, 'smart', 33, 'Cable 03');
});

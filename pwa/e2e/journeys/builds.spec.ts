import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test(
  'a build collects one part per slot, follows prices and stock, works offline and is shared',
  { tag: '@service-worker' },
  async ({ page, context, browser, app }) => {
    const save = (id: number, fields: object) => app.context.products.saveProducts('pc', [{ id, fields }]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/pcshop?main=Parts&product=31');
    await waitForCatalogue(page);
    const dialog = page.getByRole('dialog', { name: 'Cable 01' });
    await dialog.getByRole('button', { name: 'Add to build' }).click();
    await dialog.getByRole('link', { name: 'Open My build' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My build' })).toBeVisible();

    // Cable 01 costs $1 and typically $6, Cable 02 $2 and typically $7.
    const totals = page.getByRole('status').filter({ hasText: 'Price total' });
    await page.getByRole('button', { name: 'Choose a part: Power' }).click();
    await page.getByRole('button', { name: 'Add Cable 02' }).click();
    await page.getByRole('button', { name: 'One more: Cable 02' }).click();
    await expect(totals).toContainText('Price total$5.00');
    await expect(totals).toContainText('Typical price total$20.00');
    await expect(totals).toContainText('All parts are available');
    await page.getByRole('button', { name: 'Change the part: Data' }).click();
    await page.getByLabel('Search parts').fill('cable 03');
    // Until then rows still move, even between the two halves of a click.
    await expect(page.getByRole('button', { name: /^Add Cable/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Add Cable 03' }).click();
    await expect(page.getByText('Replaced Cable 01 in My build.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Cable 01' })).toBeVisible();

    await save(31, { price: '3.25' });
    await expect(totals).toContainText('Price total$7.25');
    await save(32, { availability: 'NO' });
    await expect(totals).toContainText('1 part needs attention');
    await expect(page.getByText('Sold out')).toBeVisible();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name').fill('Cables & co');
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findAccessibilityViolations(page, 'build')).toEqual([]);

    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect(page.getByText('Text copied')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('Cables & co');
    expect(text).toContain('Power: 2 × Cable 02 (Sold out)');
    const link = text.split('\n').at(-1) ?? '';

    await waitForOfflineReady(page);
    await goOffline(context);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Cables & co' })).toBeVisible();
    await expect(totals).toContainText('Price total$7.25');
    await context.setOffline(false);

    const friend = await browser.newContext();
    const shared = await friend.newPage();
    await shared.goto(link);
    await expect(shared.getByRole('heading', { level: 1, name: 'Cables & co' })).toBeVisible();
    await expect(shared.getByRole('button', { name: 'One more: Cable 02' })).toHaveCount(0);
    await shared.getByRole('button', { name: 'Keep as my build' }).click();
    await expect(shared).toHaveURL(/\/builds\?build=\d+$/);
    await expect(shared.getByRole('button', { name: 'One more: Cable 02' })).toBeVisible();
    await friend.close();
    await page.getByRole('button', { name: 'Delete build' }).click();
    await expect(page.getByText('Deleted Cables & co.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: /^Cables & co/ })).toBeVisible();
    await save(31, { price: '1' });
    await save(32, { availability: 'YES' });
  },
);

test(
  'damaged builds, foreign links and links that are too long are reported, and the rest is kept',
  { tag: '@proof' },
  async ({ page }) => {
    await page.addInitScript(() => {
      if (localStorage.getItem('seeded')) return;
      const part = { shop: 'pc', id: 31, quantity: 1, slot: 'Data', title: 'Cable 01' };
      const builds = [{ id: 1, name: 'Good', parts: [part, { id: 'x' }] }, { name: 'no id' }];
      localStorage.setItem('builds', JSON.stringify({ version: 1, builds }));
      localStorage.setItem('seeded', '1');
    });
    await page.goto('/builds');
    const notice = page.getByRole('alert').filter({ hasText: '1 build and 1 part on this device were damaged' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('link', { name: /^Good/ })).toContainText('$1.00');
    expect(await findAccessibilityViolations(page, 'builds')).toEqual([]);
    await page.reload();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await expect(page.getByRole('link', { name: /^Good/ })).toBeVisible();
    await expect(notice).toHaveCount(0);

    const ids = Array.from({ length: 506 }, (_, index) => index + 1);
    await page.goto(`/builds?name=Many&parts=zzz.${ids.join('.')}.ayz-3x9`);
    await expect(page.getByText('7 parts of this link left out.')).toBeVisible();
    await expect(page.getByText('One entry of this link could not be read.')).toBeVisible();
    // The shop has 42 products; 6 of them are sold out.
    await expect(page.getByText('464 parts need attention')).toBeVisible();
    await expect(page.getByText('No longer in the shop').first()).toBeVisible();
    await page.goto('/builds?build=77');
    await expect(page.getByRole('heading', { name: 'Build not found' })).toBeVisible();
  },
);

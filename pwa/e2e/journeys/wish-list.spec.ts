import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** The fifth product of the sample catalogue. */
const LAMP = { title: 'Lamp 05', main_category: 'Lighting', category: 'Desk lamps' } as const;

test('the heart saves a product on the device, in every tab and for the next visit', async ({ page }) => {
  await page.goto('/smartshop?main=Lighting');
  await waitForCatalogue(page);
  const other = await page.context().newPage();
  await other.goto('/refferals');
  await waitForCatalogue(other);

  const heart = page.getByRole('button', { name: 'Save to wish list: Lamp 03' });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Wish list: 1' })).toBeVisible();
  // Wish lists are per shop: the same id elsewhere is another product.
  await expect(other.getByRole('button', { name: 'Save to wish list: Lamp 03' }).first()).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await other.getByRole('button', { name: 'Save to wish list: Lamp 01' }).first().click();
  await expect(page.getByRole('button', { name: 'Wish list: 2' })).toBeVisible();
  await other.close();

  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Wish list: 2' }).click();
  const panel = page.getByRole('dialog', { name: 'Wish list' });
  await expect(panel.getByRole('region', { name: 'Referrals Shop' }).getByRole('article')).toContainText('Lamp 01');
  await expect(panel.getByRole('region', { name: 'Smart shop' }).getByRole('article')).toContainText('Lamp 03');

  await panel.getByRole('button', { name: 'Save to wish list: Lamp 03' }).click();
  await expect(panel.getByRole('region', { name: 'Smart shop' })).toHaveCount(0);
  await panel.getByRole('heading', { name: 'Lamp 01' }).click();
  await expect(page).toHaveURL(/\/refferals\?product=1$/);
  await expect(page.getByRole('dialog', { name: 'Lamp 01' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/smartshop\?main=Lighting$/);
});

test(
  'the bar has a heart while the list has a product; focus returns to it; an emptied list explains how to fill it',
  { tag: '@proof' },
  async ({ page }) => {
    await page.goto('/pcshop?main=Parts');
    await waitForCatalogue(page);
    const opener = page.getByRole('banner').getByRole('button', { name: /^Wish list/ });
    await expect(opener).toHaveCount(0);
    await page.getByRole('button', { name: 'Save to wish list: Cable 01' }).click();
    await opener.click();
    const panel = page.getByRole('dialog', { name: 'Wish list' });
    await panel.getByRole('article').waitFor();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await panel.getByRole('button', { name: 'Save to wish list: Cable 01' }).click();
    await expect(panel.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(opener).toHaveCount(0);

    // When the list cannot be read, the same heart opens a panel that says so.
    await page.evaluate(() => localStorage.setItem('wish-list', '{broken'));
    await page.reload();
    await opener.click();
    await expect(panel.getByRole('alert')).toBeVisible();
  },
);

test(
  'a deleted product is marked and can be removed; damaged storage is reported',
  { tag: '@proof' },
  async ({ page }) => {
    await page.addInitScript(() => {
      if (!localStorage.getItem('seeded')) {
        localStorage.setItem('wish-list', '{"version":1,"ids":{"pc":[999,"x",1],"smart":"broken"}}');
        localStorage.setItem('recently-viewed', '{broken');
        localStorage.setItem('seeded', '1');
      }
    });
    await page.goto('/pcshop');
    await waitForCatalogue(page);
    await page.getByRole('button', { name: 'Wish list: 2' }).click();
    const panel = page.getByRole('dialog', { name: 'Wish list' });
    await expect(panel.getByText('The product with ID 999 is no longer in this shop.')).toBeVisible();
    const notice = panel.getByRole('alert').filter({ hasText: 'Part of your stored wish list was damaged' });
    await expect(notice).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
    await panel.getByRole('button', { name: 'Remove ID 999 from the wish list' }).click();
    await expect(panel.getByText('1 product', { exact: true })).toBeVisible();
    await expect(panel.getByRole('article')).toHaveCount(1);
  },
);

test('recently viewed products are in a last row, newest first, until cleared', async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/shop-extras-/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/pcshop?product=31', { waitUntil: 'commit' });
  await expect(page.getByRole('dialog', { name: 'Cable 01' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The code that keeps the list loads only now: what was closed before that was viewed as well.
  released.resolve();
  await page.getByRole('heading', { name: 'Lamp 04' }).click();
  await page.keyboard.press('Escape');
  const row = page.getByRole('region', { name: 'Recently viewed' });
  await expect(row.getByRole('heading', { level: 3 })).toHaveText(['Lamp 04', 'Cable 01']);
  await page.reload();
  await expect(row.getByRole('heading', { level: 3 })).toHaveText(['Lamp 04', 'Cable 01']);
  await row.getByRole('button', { name: 'Clear recently viewed products' }).click();
  await expect(row).toHaveCount(0);
});

test('a product that is closed before its first frame counts as viewed', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/pcshop');
  await waitForCatalogue(page);
  await page.getByRole('heading', { name: 'Lamp 04' }).evaluate(async (title: HTMLElement) => {
    title.click();
    while (!document.querySelector('dialog')) await Promise.resolve();
    document.querySelector<HTMLElement>('dialog [aria-label="Close the product"]')?.click();
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Recently viewed' });
  await expect(row.getByRole('heading', { level: 3 })).toHaveText(['Lamp 04']);
});

test(
  'a saved product shows how much cheaper it has become and that it is back in stock, offline too',
  { tag: '@proof' },
  async ({ page, app }) => {
    const save = (price: string, availability: 'YES' | 'NO') =>
      app.context.products.saveProducts('smart', [{ id: 5, fields: { ...LAMP, price, availability } }]);
    await save('100', 'YES');
    await page.goto('/smartshop?main=Lighting');
    await waitForCatalogue(page);
    await waitForOfflineReady(page);
    await page.getByRole('button', { name: `Save to wish list: ${LAMP.title}` }).click();
    await page.getByRole('button', { name: 'Wish list: 1' }).click();
    const panel = page.getByRole('dialog', { name: 'Wish list' });
    await expect(panel.getByText('when you saved it')).toHaveCount(0);
    await expect(panel.getByRole('region', { name: 'Price and stock alerts' })).toBeVisible();

    await save('120', 'YES');
    await expect(panel.getByText('$20 more than when you saved it')).toBeVisible();
    await save('80', 'NO');
    await expect(panel.getByText('when you saved it')).toHaveCount(0);
    await save('79.50', 'YES');
    await expect(panel.getByText('$20.50 less than when you saved it')).toBeVisible();
    await expect(panel.getByText('Back in stock', { exact: true })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await goOffline(page.context());
    await page.reload();
    await page.getByRole('button', { name: 'Wish list: 1' }).click();
    await expect(panel.getByText('$20.50 less than when you saved it')).toBeVisible();
    await panel.getByRole('button', { name: `Save to wish list: ${LAMP.title}` }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('saved-offers'))).toBeNull();
    await page.context().setOffline(false);
  },
);

import type { Page } from '@playwright/test';
import { createAdministrator } from '#api/testing/clients/administrator.ts';
import { button, chooseImages, descriptionOf, field, loadProduct, openTab, readProposedId } from './admin-forms.ts';
import { expect, openAdmin, openMore, test } from './admin-shop.ts';
import { makeOrder, openOrder } from './make-order.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';

const SMALLEST_PX = 44;

/** Lists violations of axe, content cut off at the side, and controls too small to touch, one line each. */
async function listFaults(page: Page, name: string): Promise<string[]> {
  const found = await findAccessibilityViolations(page, name);
  const cut = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} is cut`),
  );
  const small = await page.evaluate(
    (smallest) =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, select')]
        .map((element) => ({ name: element.ariaLabel ?? element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < smallest - 0.5 || box.width < smallest - 0.5))
        .map(({ name: label, box }) => `${label} is ${box.width}x${box.height}`),
    SMALLEST_PX,
  );
  return [...found, ...[...cut, ...small].map((fault) => `${name}: ${fault}`)];
}

for (const [theme, width, height, id] of [
  ['light', 820, 1180, 7_101],
  ['dark', 390, 844, 7_102],
] as const) {
  test.describe(`in the ${theme} theme at ${width} px`, { tag: '@night' }, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('the administration has no accessibility violation', async ({ page, shop: app }) => {
      test.setTimeout(240_000);
      const found: string[] = [];
      const look = async (name: string): Promise<void> => void found.push(...(await listFaults(page, name)));
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);

      await page.goto('/pcadmin');
      await page.getByRole('button', { name: 'Login' }).waitFor();
      await look('gate');
      await openAdmin(page, '/pcadmin');
      const admin = await createAdministrator(app);
      const comet = { id, title: 'Comet', main_category: 'Sky', category: 'Ice', description: '<p>Cold</p>' };
      expect((await admin.call('POST', '/api/add-product?shop=pc', comet)).status).toBe(200);
      await readProposedId(page);
      await descriptionOf(page).waitFor();
      await field(page, 'Price').fill('twelve');
      await chooseImages(page, ['red', 'lime']);
      await button(page, 'Add product').tap();
      await page.getByText('Enter dollars such as 19.99').waitFor();
      await look('form for a new product');
      // Content that scrolls by must not be half covered.
      await page.evaluate(() => scrollTo(0, 90));
      await look('scrolled form');
      await button(page, 'Reset').tap();
      await look('question');
      await button(page, 'Clear all').tap();
      await openTab(page, 'Delete product');
      await page.getByRole('heading', { name: 'Recently deleted' }).waitFor();
      await look('form for a deletion');

      await loadProduct(page, id);
      await field(page, 'Title').fill('Mine');
      const theirs = { title: 'Theirs', description: '<p>Cool</p>' };
      expect((await admin.call('PUT', `/api/edit-product/pc/${id}`, theirs)).status).toBe(200);
      await descriptionOf(page).tap();
      await page.keyboard.type('Icy');
      await look('form for an edit');
      await button(page, 'Save changes').tap();
      await page.getByRole('alertdialog', { name: 'Which version is right?' }).waitFor();
      await look('conflict');
      await button(page, 'Decide later').tap();
      await page.getByRole('button', { name: /^Pending changes/ }).tap();
      await page.getByRole('dialog', { name: 'Pending changes' }).waitFor();
      await look('outbox');
      await button(page, 'Discard').tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap();
      await page.getByText('All changes are synced.').waitFor();

      await page.goto('/pcadmin?view=products');
      await page
        .getByText(/^ID: \d+/)
        .first()
        .waitFor();
      await look('list of products');
      await page.goto('/ayzadmin?view=insights');
      await page.getByRole('region', { name: 'Low stock' }).getByRole('listitem').first().waitFor();
      await look('insights');
      await page.goto('/pcadmin?view=audit');
      await page.getByRole('listitem').filter({ hasText: 'Added a product' }).first().waitFor();
      await look('audit log');
      await openAdmin(page, '/pcadmin?view=setup');
      await page.getByRole('heading', { name: 'Backup' }).waitFor();
      await look('server settings');
      await page.goto('/pcadmin?view=transfer');
      await page.getByRole('heading').first().waitFor();
      await look('import and export');
      expect(found).toEqual([]);
    });
  });
}

for (const [theme, width, height, productId] of [
  ['light', 820, 1180, 7_111],
  ['dark', 390, 844, 7_112],
] as const) {
  test.describe(`in the ${theme} theme at ${width} px`, { tag: '@proof' }, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('orders, chats and what "More" leads to have no accessibility violation', async ({ page, shop: app }) => {
      test.setTimeout(240_000);
      const found: string[] = [];
      const look = async (name: string): Promise<void> => void found.push(...(await listFaults(page, name)));
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      const order = await makeOrder(app, { buyer: 'alice', productId });
      await openAdmin(page, '/orders');
      const card = await openOrder(page, order);
      await card.getByLabel('Tracking Number').waitFor();
      await look('open order');
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await look('end of the orders');
      await page.goto('/ayzadmin?view=chats');
      await page.getByText('Your chats').waitFor();
      await look('chats');
      await page.getByRole('link', { name: 'More' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Team' }).waitFor();
      await look('more');
      for (const name of ['Shop settings', 'Saved replies', 'Team'] as const) {
        await openMore(page, name);
        await page.getByRole('heading', { name: name === 'Team' ? 'My access' : name, exact: true }).waitFor();
        await look(name);
      }
      expect(found).toEqual([]);
    });
  });
}

import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { expect, openAdmin, openMore, TABLET, test } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.use(TABLET);

const NAME = 'Ёлочка-электроника и компьютеры на Садовой';
const NAVY = 'rgb(30, 58, 138)';
const PARTS = { name: null, accent: null, legal: null } as const;

test(
  'what an owner types offline survives a closed tab; once saved and synced, page, title and manifest say so',
  { tag: '@service-worker' },
  async ({ page, context, browser, baseURL, shop }) => {
    const shopper = await browser.newPage({ baseURL: baseURL ?? '' });
    const bar = shopper.getByRole('banner');
    try {
      // A device that knows the shop under its old name.
      await shopper.goto('/pcshop');
      await expect(bar).toContainText('Hexlime');
      await shopper.waitForFunction(() => navigator.serviceWorker.controller !== null);

      await openAdmin(page, '/ayzadmin');
      await openMore(page, 'Shop settings');
      await expect(page.getByRole('heading', { name: 'Shop settings' })).toBeVisible();
      await goOffline(context);
      await page.getByRole('textbox', { name: 'Name in titles' }).fill(NAME);
      await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#fffffe');
      await expect(page.getByText('cannot be told from white')).toBeVisible();
      await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#1e3a8a');
      await page.getByRole('textbox', { name: 'Legal line' }).fill('Yolochka LLC');
      expect(await findAccessibilityViolations(page, 'shop settings')).toEqual([]);
      // The tab is closed before the form is saved, and opened again without a network.
      await page.close();
      const owner = await context.newPage();
      await owner.goto('/ayzadmin?view=shop', { waitUntil: 'commit' });
      await expect(owner.getByRole('textbox', { name: 'Name in titles' })).toHaveValue(NAME);
      await expect(owner.getByRole('textbox', { name: 'Accent color', exact: true })).toHaveValue('#1e3a8a');
      await expect(owner.getByRole('textbox', { name: 'Legal line' })).toHaveValue('Yolochka LLC');
      await owner.getByRole('button', { name: 'Save' }).tap();
      await expect(owner.getByText('Shoppers see it once it is synced')).toBeVisible();
      await owner.reload();
      await expect(owner.getByRole('textbox', { name: 'Name in titles' })).toHaveValue(NAME);
      await context.setOffline(false);
      await expect(owner.getByRole('button', { name: /Pending changes/ })).toHaveCount(0);
      await expect(owner.getByText('Saved. Shoppers see it now.')).toBeVisible();
      await expect(owner.getByRole('button', { name: 'Save' })).toHaveCSS('background-color', NAVY);

      // This visit still begins with the old name and then receives the new one; the next visit has it from the start, without a network.
      await shopper.reload();
      await expect(shopper).toHaveTitle(`PC shop · ${NAME}`);
      await expect(bar).toContainText('Ёлочка-электроника');
      await goOffline(shopper.context());
      await shopper.reload({ waitUntil: 'commit' });
      await expect(shopper).toHaveTitle(`PC shop · ${NAME}`);
      await expect(bar).toContainText('Ёлочка-электроника');
      await expect(shopper.getByRole('contentinfo')).toContainText('Yolochka LLC');
      await expect(shopper.getByRole('button', { name: 'Search', exact: true })).toHaveCSS('background-color', NAVY);
      await shopper.context().setOffline(false);
      const manifest = await (await shopper.request.get('/manifest.webmanifest')).json();
      expect(manifest).toMatchObject({ name: NAME, short_name: 'Ёлочка-электроника' });
    } finally {
      await shopper.close();
      await shop.context.shop.change({ changes: PARTS, key: undefined, actor: { id: null, name: 'the test' } });
    }
  },
);

test('a change that is discarded before the server has it, or after its rejection, is not shown as saved', async ({
  page,
  context,
}) => {
  const name = page.getByRole('textbox', { name: 'Name in titles' });
  const change = async (): Promise<void> => {
    await name.fill(NAME);
    await page.getByRole('button', { name: 'Save' }).tap();
  };
  const expectDiscarded = async (): Promise<void> => {
    await expect(name).toHaveValue('');
    await expect(page.getByText('Saved. Shoppers see it now.')).toHaveCount(0);
  };
  await openAdmin(page, '/ayzadmin');
  await openMore(page, 'Shop settings');
  await goOffline(context);
  await change();
  await expect(page.getByText('Shoppers see it once it is synced')).toBeVisible();
  await page.getByRole('button', { name: 'Pending changes: 1 pending' }).tap();
  const panel = page.getByRole('dialog', { name: 'Pending changes' });
  await panel.getByRole('button', { name: 'Discard' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap();
  await panel.getByRole('button', { name: 'Close' }).tap();
  await expectDiscarded();

  await context.setOffline(false);
  await page.route('**/api/admin-shop-settings', (route) => route.fulfill({ status: 400, json: { error: 'No' } }));
  await change();
  await expect(page.getByRole('button', { name: 'Pending changes: 1 needs attention' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).tap();
  await expectDiscarded();
});

import { getShop } from '#contract/shops.ts';
import {
  acknowledge,
  chooseImages,
  field,
  gallery,
  openTab,
  press,
  readProposedId,
  shownColours,
  waitForDraft,
  write,
} from './admin-forms.ts';
import { expect, openAdmin, test, waitForAdminOffline } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const shop = getShop('pc');

test(
  'a product added offline is found in the list, changed, and arrives once; another one is discarded',
  { tag: '@service-worker' },
  async ({ shop: app, page, context }) => {
    await openAdmin(page, `${app.url}/pcadmin`);
    await readProposedId(page);
    await waitForAdminOffline(page);
    await openTab(page, 'Add product');
    await goOffline(context);
    for (const title of ['Waiting lamp', 'Mistake']) {
      await write(page, { Title: title, 'Main category': 'Lighting', Category: 'Desk lamps' });
      await chooseImages(page, ['red', 'lime']);
      await press(page.getByRole('button', { name: 'Add product' }));
      await acknowledge(page, 'Saved on this device');
      await expect(field(page, 'Title')).toHaveValue('');
    }
    await write(page, { Title: 'Not finished' });
    await waitForDraft(page, 'pc/add', 'Not finished');

    const openList = async (): Promise<void> => {
      await press(page.getByRole('link', { name: 'Products', exact: true }));
      await expect(page.getByRole('heading', { name: 'Not on the server yet' })).toBeVisible();
    };
    await openList();
    // On a phone the number of pending changes leaves room for the shop's name.
    await page.setViewportSize({ width: 390, height: 844 });
    const choice = await page.getByRole('combobox', { name: 'Admin page' }).boundingBox();
    expect(choice?.width).toBeGreaterThan(120);
    await page.setViewportSize({ width: 1280, height: 720 });
    await press(page.getByRole('button', { name: 'Discard Mistake' }));
    await press(
      page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Discard', exact: true }),
    );
    await expect(page.getByRole('listitem', { name: 'Mistake' })).toHaveCount(0);

    await press(page.getByRole('button', { name: 'Edit Waiting lamp' }));
    await expect(field(page, 'Title')).toHaveValue('Waiting lamp');
    await expect(gallery(page).getByRole('listitem')).toHaveCount(2);
    await chooseImages(page, ['blue']);
    await write(page, { Title: 'Changed lamp' });
    await press(page.getByRole('button', { name: 'Save changes' }));
    await acknowledge(page, 'Saved on this device');
    // The form of another product, which was not finished, is still there.
    await expect(field(page, 'Title')).toHaveValue('Not finished');
    await expect(page.getByRole('button', { name: 'Pending changes: 1 pending' })).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole('button', { name: /^Pending changes/ })).toHaveCount(0);
    const found = await app.context.database.reader
      .selectFrom('product')
      .select(['id', 'title'])
      .where('title', 'in', ['Waiting lamp', 'Changed lamp', 'Mistake'])
      .execute();
    expect(found.map(({ title }) => title)).toEqual(['Changed lamp']);
    expect(await shownColours(app.url, shop, found[0]?.id ?? 0)).toEqual(['red', 'red', 'lime', 'blue']);
  },
);

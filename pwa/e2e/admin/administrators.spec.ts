import type { Page } from '@playwright/test';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { field, loadProduct } from './admin-forms.ts';
import { openMore, waitForAdminOffline } from './admin-shop.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { addAuthenticator, confirmCodes, createFirstLink, expect, registerByLink, test } from './passkey-steps.ts';
import type { Authenticator } from './passkey-steps.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** Opens the administration as its first owner, in the context of `page`. */
async function enterAsOwner(page: Page, own: TestApp): Promise<Authenticator> {
  const authenticator = await addAuthenticator(page);
  await registerByLink(page, await createFirstLink(own), 'Mira');
  await confirmCodes(page);
  return authenticator;
}

/** Invites a person with one role and returns the path of the link. */
async function invite(page: Page, name: string, role: string): Promise<string> {
  await openMore(page, 'Team');
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByLabel('Catalog').uncheck();
  await dialog.getByLabel(role).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shown = page.getByRole('dialog', { name: `Link for ${name}` });
  const link = (await shown.getByRole('note', { name: 'One-time link' }).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Done' }).click();
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

test('[AUTH9] an owner invites a person, who is offered what their role includes and no more', async ({
  page,
  own,
  browser,
}) => {
  await enterAsOwner(page, own);
  const path = await invite(page, 'Bo', 'Orders');
  await expect(page.getByText('Invited. The link works until')).toBeVisible();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await addAuthenticator(other);
  await registerByLink(other, path, 'Bo');
  await confirmCodes(other);
  await expect(other.getByRole('heading', { name: 'Not part of your roles' })).toBeVisible();
  await expect(other.getByText('This needs the role “Catalog”. Ask an owner.')).toBeVisible();
  const views = other.getByRole('navigation', { name: 'Admin sections' });
  await expect(views.getByRole('link')).toHaveText(['Orders', 'Insights', 'More']);
  await other.getByRole('link', { name: /^Orders/ }).click();
  await expect(other.getByRole('button', { name: 'Exit' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Not part of your roles' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit: Bo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Bo' });
  await dialog.getByLabel('Orders').uncheck();
  await dialog.getByLabel('Catalog').check();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await other.reload();
  await expect(other.getByText('This needs the role “Orders”. Ask an owner.')).toBeVisible();
  await context.close();
});

test(
  '[AUTH9] new recovery codes need a fresh proof, which lets a further passkey be added and removed',
  { tag: '@proof' },
  async ({ page, own }) => {
    const first = await enterAsOwner(page, own);
    await openMore(page, 'Team');
    const passkeys = page.getByRole('button', { name: /^Remove passkey/ });
    await expect(page.getByText('10 codes left.')).toBeVisible();
    await expect(passkeys).toHaveCount(0);
    await own.context.database.writer.updateTable('admin_token').set({ proved_at: 0 }).execute();
    const createCodes = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Create new codes' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click();
    };
    await first.setVerified(false);
    await createCodes();
    await expect(page.getByText('No passkey was used.')).toBeVisible();
    await first.setVerified(true);
    await createCodes();
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('I saved these codes').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);

    await first.setPresence(false);
    await addAuthenticator(page, 'usb');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Passkey added.')).toBeVisible();
    await expect(passkeys).toHaveCount(2);
    // The last one: removing the passkey that this session logged in with would end the session.
    await passkeys.last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(passkeys).toHaveCount(0);
  },
);

test('[AUTH11] an owner logs another administrator’s device out', { tag: '@proof' }, async ({ page, own, browser }) => {
  await enterAsOwner(page, own);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  const path = await invite(page, 'Bo', 'Catalog');
  await addAuthenticator(other);
  await registerByLink(other, path, 'Bo');
  await confirmCodes(other);
  await openMore(page, 'Team');
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: /^Log out: / }).click();
  await expect(page.getByText('Not logged in anywhere')).toBeVisible();
  await other.evaluate(() => dispatchEvent(new Event('online')));
  await expect(other.getByRole('alertdialog', { name: 'Your session has ended' })).toBeVisible();
  await context.close();
});

test(
  '[ADM9] offline work of an administrator who is revoked meanwhile is rejected and stays readable',
  { tag: '@proof' },
  async ({ page, own, browser }) => {
    test.setTimeout(120_000);
    await enterAsOwner(page, own);
    const path = await invite(page, 'Bo', 'Catalog');
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await context.newPage();
    await addAuthenticator(other);
    await registerByLink(other, path, 'Bo');
    await confirmCodes(other);
    await other.goto('/pcadmin');
    await loadProduct(other, 1);
    await waitForAdminOffline(other);
    await goOffline(context);
    await loadProduct(other, 1);
    await field(other, 'Title').fill('Made far away');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByRole('button', { name: 'OK' }).click();

    await page.getByRole('button', { name: 'Revoke access: Bo' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click();
    await expect(page.getByRole('heading', { name: 'Bo' })).toHaveCount(0);

    // The tablet keeps working until it reaches the server again.
    await other.reload();
    await expect(other.getByRole('button', { name: 'Exit' })).toBeVisible();
    await context.setOffline(false);
    await expect(other.getByText('Your access was revoked')).toBeVisible();
    await expect(other.getByText('1 change was not accepted because access was revoked.')).toBeVisible();
    const titles = async (): Promise<string[]> =>
      (await own.context.database.reader.selectFrom('product').select('title').where('shop', '=', 'pc').execute()).map(
        ({ title }) => title,
      );
    // The rejected change survives a reload.
    await other.reload();
    await other.getByRole('button', { name: 'Show changes' }).click();
    const panel = other.getByRole('dialog', { name: 'Pending changes' });
    await expect(panel.getByText('Changed: Made far away')).toBeVisible();
    await expect(panel.getByText('This administrator’s access was revoked')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    expect(await findAccessibilityViolations(other)).toEqual([]);
    expect(await titles()).not.toContain('Made far away');
    await context.close();
  },
);

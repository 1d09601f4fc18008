import { send } from '#api/testing/clients/send.ts';
import { signIn } from '#api/testing/clients/sign-in.ts';
import { writeToSeller } from '#api/testing/clients/write-to-seller.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { openMore } from './admin-shop.ts';
import {
  addAuthenticator,
  confirmCodes,
  createFirstLink,
  enterPassword,
  exit,
  expect,
  registerByLink,
  test,
} from './passkey-steps.ts';

// Colors do not depend on the width, nor structure on the theme: two runs cover all of both.
const SIZES = [
  { theme: 'light', viewport: { width: 390, height: 844 } },
  { theme: 'dark', viewport: { width: 820, height: 1180 } },
] as const;

for (const { theme, viewport } of SIZES) {
  test.describe(`in the ${theme} theme at ${viewport.width} px`, { tag: theme === 'light' ? '@night' : [] }, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('[AUTH9] an owner registers by link, logs out, and logs in by password and passkey on a touch screen', async ({
      page,
      own,
    }) => {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      const violations: string[] = [];
      const look = async (name: string): Promise<void> =>
        void violations.push(...(await findAccessibilityViolations(page, name)));
      const authenticator = await addAuthenticator(page);
      const path = await createFirstLink(own);

      const codes = await registerByLink(page, path, 'Mira');
      expect(new Set(codes).size).toBe(10);
      await look('recovery codes');
      await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
      await confirmCodes(page);
      expect(new URL(page.url()).hash).toBe('');
      await openMore(page, 'Team');
      await expect(page.getByRole('heading', { name: 'Mira' })).toBeVisible();
      await expect(page.getByText('10 codes left.')).toBeVisible();
      await look('own access');

      await exit(page);
      await page.goto('/pcadmin');
      await authenticator.setPresence(false);
      await enterPassword(page);
      await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
      // The password alone stores no token.
      expect(await page.evaluate(() => localStorage.getItem('admin_token'))).toBeNull();
      await look('second step');
      await page.reload();
      await authenticator.setPresence(true);
      await enterPassword(page);
      await page.getByRole('button', { name: 'Exit' }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('admin_token'))).not.toBeNull();
      expect(violations).toEqual([]);
    });
  });
}

test('[AUTH9] registration and login work by keyboard only', { tag: '@proof' }, async ({ page, own }) => {
  await addAuthenticator(page);
  const path = await createFirstLink(own);
  await page.goto(path);
  const press = async (name: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeVisible();
    for (
      let step = 0;
      step < 20 && !(await button.evaluate((element) => element === document.activeElement));
      step += 1
    )
      await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await page.getByLabel('Password').focus();
  await page.keyboard.type('four shops on a sofa');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your name')).toHaveValue('Owner');
  await press('Create passkey');
  const saved = page.getByLabel('I saved these codes');
  await saved.waitFor();
  await saved.focus();
  await page.keyboard.press('Space');
  await press('Done');
  await page.getByRole('button', { name: 'Exit' }).waitFor();
  await exit(page);
  await page.getByLabel('Password').focus();
  await page.keyboard.type('four shops on a sofa');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
});

test(
  '[AUTH7] a canceled prompt is explained, and a recovery code logs in once',
  { tag: '@proof' },
  async ({ page, own }) => {
    const authenticator = await addAuthenticator(page);
    const [code = '', next = ''] = await registerByLink(page, await createFirstLink(own), 'Mira');
    await confirmCodes(page);
    await exit(page);
    // The person is not recognized, as after a canceled prompt.
    await authenticator.setVerified(false);
    await enterPassword(page);
    await expect(page.getByText('No passkey was used.')).toBeVisible();
    await authenticator.setVerified(true);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await exit(page);
    // A lost passkey: the prompt waits for it, but a recovery code is accepted meanwhile.
    await authenticator.remove();
    await enterPassword(page);

    for (const [attempt, isAccepted] of [
      [code, true],
      [code, false],
      [next, true],
    ] as const) {
      if (await page.getByRole('button', { name: 'Login' }).isVisible()) await enterPassword(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(attempt);
      await page.getByRole('button', { name: 'Continue' }).click();
      if (isAccepted) await page.getByRole('button', { name: 'Exit' }).waitFor();
      else await expect(page.getByText('This recovery code is wrong or was used already.')).toBeVisible();
      if (attempt !== next && isAccepted) await exit(page);
      else if (!isAccepted) await page.getByRole('button', { name: 'Start over' }).click();
    }
  },
);

test(
  '[AUTH16] an administrator answers chats without a shop login, until the logout',
  { tag: '@proof' },
  async ({ page, own }) => {
    const carol = await signIn(own, 'carol');
    await writeToSeller(own, carol, 'Is it new?');
    await addAuthenticator(page);
    await registerByLink(page, await createFirstLink(own), 'Mira');
    await confirmCodes(page);
    await page.getByRole('link', { name: 'Chats' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Is it new?' }).click();
    const answer = page.getByPlaceholder('Enter a message...');
    await answer.fill('Yes, it is.');
    await answer.press('Enter');
    await expect(page.getByText('Yes, it is.').first()).toBeVisible();
    const listMessages = async (): Promise<string> =>
      (await send(own.url, '/api/sync/account', { headers: carol.headers })).body.toString();
    await expect.poll(listMessages).toContain('Yes, it is.');
    expect(await findAccessibilityViolations(page, 'chats of the administration')).toEqual([]);
    await exit(page);
    await page.goto('/chats');
    await expect(page.getByText('Log in to see your chats.')).toBeVisible();
  },
);

test(
  '[AUTH9] a used link is explained, and the password form stays reachable',
  { tag: '@proof' },
  async ({ page, own, browser }) => {
    await addAuthenticator(page);
    const path = await createFirstLink(own);
    await registerByLink(page, path, 'Mira');
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const stranger = await context.newPage();
    await addAuthenticator(stranger);
    await stranger.goto(path);
    await enterPassword(stranger);
    await expect(stranger.getByText('This link was used or has expired. Ask for a new one.')).toBeVisible();
    await stranger.getByRole('button', { name: 'Not now' }).click();
    await expect(stranger.getByRole('button', { name: 'Login' })).toBeVisible();
    await context.close();
  },
);

test('an address without passkeys leads to localhost', async ({ page, own }) => {
  await addAuthenticator(page);
  const path = await createFirstLink(own);
  await page.goto(`${own.url}${path}`);
  await enterPassword(page);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText('Passkeys do not work at this address.')).toBeVisible();
  const { port } = new URL(own.url);
  await expect(page.getByRole('link', { name: `Open http://localhost:${port}` })).toHaveAttribute('href', /#register=/);
});

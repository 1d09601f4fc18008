import { expect, logIn, test } from '../support/shops/demo-shop.ts';
import { waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** The parts of the web app manifest that open the shop. */
interface Manifest {
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly share_target: { readonly action: string; readonly params: Readonly<Record<string, string>> };
}

test(
  'an app is installed from the sidebar, and its shortcuts and share target open offline',
  { tag: '@service-worker' },
  async ({ page }) => {
    await logIn(page, 'Bob');
    await page.goto('/');
    await waitForCatalogue(page);
    await waitForOfflineReady(page);
    // The browser makes its offer only to visitors with a history.
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void (document.title = 'asked'),
      });
      dispatchEvent(offer);
    });
    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    const sidebar = page.getByRole('dialog');
    await expect(sidebar.getByText('Ready for offline use')).toBeVisible();
    await sidebar.getByRole('button', { name: 'Install app' }).click();
    await expect(page).toHaveTitle('asked');
    await expect(sidebar.getByRole('button', { name: 'Install app' })).toHaveCount(0);
    await expect(sidebar.getByRole('heading', { level: 2 }).first()).toBeFocused();

    const manifest = await page.evaluate(async () => (await (await fetch('/manifest.webmanifest')).json()) as Manifest);
    const urlOf = (shortcut: string): string => manifest.shortcuts.find(({ name }) => name === shortcut)?.url ?? '';
    await goOffline(page.context());
    await page.goto(urlOf('Cart'));
    await expect(page.getByRole('tab', { name: 'Cart' })).toHaveAttribute('aria-selected', 'true');
    await page.goto(urlOf('My orders'));
    await expect(page.getByRole('tab', { name: 'My Orders' })).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/\/account$/);
    await page.goto(urlOf('Chats'));
    await expect(page.getByRole('heading', { name: 'Your chats' })).toBeVisible();

    const { action, params } = manifest.share_target;
    await page.goto(`${action}?${new URLSearchParams({ [params['text'] ?? '']: 'lamp 03 https://other.example/1' })}`);
    await expect(page).toHaveURL(/\/\?q=lamp\+03$/);
    await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('lamp 03');
    await expect(page.getByRole('heading', { name: 'Lamp 03', exact: true })).toBeVisible();
  },
);

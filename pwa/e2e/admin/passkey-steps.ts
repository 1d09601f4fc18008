import type { CDPSession, Page } from '@playwright/test';
import { toRegistrationPath } from '#contract/account/registration-link.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { startShopServer } from '../support/fixtures.ts';
import { ADMIN_PASSWORD, test as base } from './admin-shop.ts';

/** Tests against a server of their own without any passkey, opened as localhost: passkeys do not work at an IP address. */
export const test = base.extend<{ readonly own: TestApp }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  own: async ({}, use) => {
    const app = await startShopServer({ DEMO: '1', ADMIN_PASSWORD });
    await use(app);
    await app.stop();
  },
  baseURL: async ({ own }, use) => use(toLocalhost(own.url)),
});

export const expect = test.expect;

export const toLocalhost = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** A virtual authenticator of one page: Chromium's own, as WebAuthn's testing interface offers it. */
export interface Authenticator {
  /** Whether a person answers each prompt; without one, prompts wait. */
  setPresence(isPresent: boolean): Promise<void>;
  /** Whether the person is recognized. */
  setVerified(isVerified: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** Adds an authenticator with resident keys and user verification, which confirms every prompt: built in, or a security key. */
export async function addAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<Authenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setPresence(isPresent) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent });
    },
    async setVerified(isUserVerified) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async remove() {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

/** The path of the first owner's registration link. */
export async function createFirstLink({ server: { identity } }: TestApp): Promise<string> {
  const link = await identity.administrators.createFirstLink();
  if (!link) throw new Error('a passkey is registered already');
  return toRegistrationPath(link.secret);
}

/** Enters the password and submits it. */
export async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Registers by a link up to the recovery codes, and returns them. */
export async function registerByLink(page: Page, path: string, name: string): Promise<string[]> {
  await page.goto(path);
  await enterPassword(page);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  return codes.allTextContents();
}

/** Confirms the recovery codes, which opens the administration. */
export async function confirmCodes(page: Page): Promise<void> {
  await page.getByLabel('I saved these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Exit' }).waitFor();
}

/** Leaves the administration; the gate is shown again. */
export async function exit(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Exit' }).click();
  await reloaded;
  await page.getByRole('button', { name: 'Login' }).waitFor();
}

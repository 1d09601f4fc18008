import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from './find-chromium.ts';

interface InstalledApp {
  /** The app's window. */
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Installs the app of a site in a separate browser and opens its window. @param executablePath a whole Chromium: its headless shell has no apps */
export async function openInstalledApp(
  executablePath: string,
  url: string,
  screen: {
    readonly viewport: { width: number; height: number };
    readonly hasTouch: boolean;
    readonly isMobile: boolean;
  },
): Promise<InstalledApp> {
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    args: CHROMIUM_ARGUMENTS,
    baseURL: url,
    reducedMotion: 'reduce',
    ...screen,
  });
  const [tab] = context.pages();
  if (!tab) throw new Error('The browser opened without a tab.');
  const manifestId = `${url}/`;
  await tab.goto(manifestId);
  const session = await context.newCDPSession(tab);
  await session.send('PWA.install', { manifestId, installUrlOrBundleUrl: manifestId });
  await session.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' });
  const opened = context.waitForEvent('page');
  await session.send('PWA.launch', { manifestId });
  const page = await opened;
  await page.waitForLoadState();
  return { page, close: () => context.close() };
}

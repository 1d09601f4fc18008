import { startChromium } from './chromium-process.ts';
import { waitForCatalogue, waitForOfflineReady } from '../fixtures.ts';

/** Signs Alice in on a profile folder and leaves it ready for offline use. */
export async function prepareOfflineProfile(profile: string, url: string): Promise<void> {
  const chromium = await startChromium(profile);
  const page = await chromium.context.newPage();
  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  await page.goto(url);
  await waitForCatalogue(page);
  await waitForOfflineReady(page);
  // Not killed, because a killed browser may lose cookies.
  await chromium.quit();
}

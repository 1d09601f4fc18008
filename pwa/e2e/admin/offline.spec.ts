import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getShop } from '#contract/shops.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { startChromium } from '../support/browser/chromium-process.ts';
import type { ChromiumProcess } from '../support/browser/chromium-process.ts';
import {
  acknowledge,
  chooseImages,
  colourAt,
  COLOURS,
  describeProduct,
  descriptionOf,
  drawImageFiles,
  fetchProduct,
  field,
  gallery,
  openTab,
  pickFiles,
  readProposedId,
  shownColours,
  waitForDraft,
  write,
} from './admin-forms.ts';
import { expect, openAdmin, test, waitForAdminOffline } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const PRODUCTS = 5;
const shop = getShop('pc');
const titleOf = (number: number): string => `Flight ${number}`;
/** Returns four colors, in an order that depends on the number of the product. */
const coloursOf = (number: number): string[] =>
  COLOURS.slice(0, 4).map((_colour, place) => COLOURS[(place + number) % 4] as string);

/** Starts a profile's browser offline and opens the PC shop's administration. */
async function openInFlight(profile: string, url: string): Promise<{ chromium: ChromiumProcess; page: Page }> {
  const chromium = await startChromium(profile);
  await goOffline(chromium.context);
  const page = await chromium.context.newPage();
  await page.goto(`${url}/pcadmin`);
  await openTab(page, 'Add product');
  return { chromium, page };
}

test(
  'five products with twenty images made offline in a killed browser arrive once and complete',
  { tag: '@night' },
  async ({ shop: app }) => {
    test.setTimeout(240_000);
    const profile = await mkdtemp(join(tmpdir(), 'hexlime-flight-'));
    try {
      const prepared = await startChromium(profile);
      const first = await prepared.context.newPage();
      await openAdmin(first, `${app.url}/pcadmin`);
      await readProposedId(first);
      await waitForAdminOffline(first);
      await prepared.quit();

      const { chromium: flight, page } = await openInFlight(profile, app.url);
      for (let number = 1; number <= PRODUCTS; number += 1) {
        await write(page, { Title: titleOf(number), 'Main category': 'Lighting', Category: 'Desk lamps' });
        if (number === 1) {
          await pickFiles(page, 'Add image', await drawImageFiles(['blue']));
          await expect(descriptionOf(page).locator('img')).toBeVisible();
        }
        await describeProduct(page, `Number ${number} is `, 'new');
        await chooseImages(page, coloursOf(number));
        await page.getByRole('button', { name: 'Add product' }).click();
        await acknowledge(page, 'Saved on this device');
        await expect(field(page, 'Title')).toHaveValue('');
      }
      await write(page, { Title: 'Not finished', 'Main category': 'Lighting', Category: 'Desk lamps' });
      await chooseImages(page, ['yellow']);
      await waitForDraft(page, 'pc/add', '"images":[{');
      await flight.kill();

      const { chromium: second, page: again } = await openInFlight(profile, app.url);
      await expect(field(again, 'Title')).toHaveValue('Not finished');
      await expect(gallery(again).getByRole('img')).toHaveCount(1);
      await again.getByRole('button', { name: 'Pending changes: 5 pending' }).click();
      const waiting = again.getByRole('dialog', { name: 'Pending changes' });
      for (let number = 1; number <= PRODUCTS; number += 1)
        await expect(waiting.getByText(`New product: ${titleOf(number)}`)).toBeVisible();
      expect(await listFlights(app)).toEqual([]);

      await second.context.setOffline(false);
      await expect(waiting.getByText('All changes are synced.')).toBeVisible({ timeout: 60_000 });
      const flights = await listFlights(app);
      expect(flights.map(({ title }) => title)).toEqual(
        Array.from({ length: PRODUCTS }, (_, index) => titleOf(index + 1)),
      );
      for (const [index, { id }] of flights.entries()) {
        const colours = coloursOf(index + 1);
        expect([id, await shownColours(app.url, shop, id)]).toEqual([id, [colours[0], ...colours]]);
        const description = (await fetchProduct(app.url, 'pc', id))?.description ?? '';
        expect(description).toContain(`Number ${index + 1} is <strong>new</strong>`);
        const [, src] = /<img src="([^"]+)"/.exec(description) ?? [];
        expect(src === undefined ? undefined : await colourAt(app.url, src)).toBe(index === 0 ? 'blue' : undefined);
      }
      // The unsubmitted form is still there.
      await expect(field(again, 'Title')).toHaveValue('Not finished');
      await waitForDraft(again, 'pc/add', 'Not finished');
      await second.kill();
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  },
);

/** Lists the products that have arrived, by title. */
const listFlights = ({ context }: TestApp): Promise<{ id: number; title: string }[]> =>
  context.database.reader
    .selectFrom('product')
    .select(['id', 'title'])
    .where('shop', '=', 'pc')
    .where('title', 'like', 'Flight %')
    .orderBy('title')
    .execute();

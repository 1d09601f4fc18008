/**
 * Records what this version leaves on a device, for the tests of later versions. On the commit of a release, run `npm run build`, then
 * `node pwa/e2e/updates/record-device-command.ts`. It writes `device-<version>.json.gz` beside this file. To record a commit without
 * this script, copy this folder into its work tree first.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { SHOPS } from '#contract/shops.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { acknowledge, chooseImages, openTab, readProposedId, waitForDraft, write } from '../admin/admin-forms.ts';
import { ADMIN_PASSWORD, openAdmin } from '../admin/admin-shop.ts';
import { CHROMIUM_ARGUMENTS, getChromium } from '../support/browser/find-chromium.ts';
import { openChat, sendWithButton } from '../support/chat-pages.ts';
import { contactSupport, say } from '../support/chat-steps.ts';
import { PAGE_DIR, waitForCatalogue } from '../support/fixtures.ts';
import { addToCart, expect, openSignedIn, orderOne, readServerCart } from '../support/shops/demo-shop.ts';
import { CHOICE_ID, FIRST_LAMP_ID, fillShops } from '../support/shops/sample-catalogue.ts';
import { hasWholeCatalogue } from '../support/shops/stored-catalogue.ts';
import { recordDatabases } from './device-record.ts';
import type { DeviceRecord } from './device-record.ts';

const USER = 'demo-alice';
const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-record-'));
const app = await startTestApp({ dataDir, env: { PAGE_DIR, DEMO: '1', ADMIN_PASSWORD } });
const browser = await chromium.launch({ executablePath: getChromium(), args: CHROMIUM_ARGUMENTS });
try {
  await fillShops(app);
  await app.server.snapshots.build();
  // A change after the snapshot, so that not all of the device's rows are in blocks.
  await app.context.products.saveProducts('pc', [{ id: FIRST_LAMP_ID, fields: { title: 'Lamp after the snapshot' } }]);

  const page = await openSignedIn(browser, app.url, 'Alice');
  for (const { key, path } of SHOPS) {
    await page.goto(path);
    await waitForCatalogue(page);
    await expect.poll(() => hasWholeCatalogue(page, key), { timeout: 20_000 }).toBe(true);
  }
  await orderOne(page, { user: USER, productId: CHOICE_ID, condition: 'excellent', dollars: 970 });
  const chat = await contactSupport(page, CHOICE_ID);
  await say(chat, 'Is it bright?');
  const seller = await openSignedIn(browser, app.url, 'Sam');
  await sendWithButton(await openChat(seller, `${CHOICE_ID}-${USER}`), 'Very bright.');
  await chat.getByText('Very bright.').first().waitFor();
  await seller.context().close();
  await page.goto(`/?product=${CHOICE_ID}`);
  await addToCart(page, 'good');
  await expect.poll(() => readServerCart(page, USER)).toEqual([`1 × ${CHOICE_ID} good`]);
  await page.goto(`/chat/${CHOICE_ID}-${USER}`);
  await page.getByText('Very bright.').first().waitFor();

  const admin = await page.context().newPage();
  await openAdmin(admin, '/pcadmin');
  await openTab(admin, 'Add product');
  await readProposedId(admin);
  const cart = await page.context().newPage();
  await cart.goto(`/?product=${CHOICE_ID}`);
  await waitForCatalogue(cart);

  // From here on there is no server.
  await app.stop();
  await addToCart(cart, 'good');
  await say(page, 'Is it still there?');
  await page.getByPlaceholder('Enter a message...').fill('And when');
  await write(admin, { Title: 'Added offline', 'Main category': 'Lighting', Category: 'Desk lamps' });
  await chooseImages(admin, ['red']);
  await admin.getByRole('button', { name: 'Add product' }).click();
  await acknowledge(admin, 'Saved on this device');
  await write(admin, { Title: 'Not finished' });
  await waitForDraft(admin, 'pc/add', 'Not finished');

  const sqlite = new Sqlite(join(dataDir, 'hexlime.sqlite'));
  sqlite.exec(`vacuum into '${join(dataDir, 'copy.sqlite')}'`);
  sqlite.close();
  const base64 = (name: string): Promise<string> => readFile(join(dataDir, name), 'base64');
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const record: DeviceRecord = {
    version,
    recordedAtMs: Date.now(),
    databases: await recordDatabases(admin),
    cookies: (await page.context().cookies()).map(({ name, value }) => ({ name, value })),
    server: { 'hexlime.sqlite': await base64('copy.sqlite') },
  };
  const file = join(import.meta.dirname, `device-${version}.json.gz`);
  await writeFile(file, gzipSync(JSON.stringify(record), { level: 9 }));
  for (const { name, tables } of record.databases)
    process.stdout.write(`${name}: ${tables.map((table) => `${table.name} ${table.rows.length}`).join(', ')}\n`);
} finally {
  await browser.close();
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
}

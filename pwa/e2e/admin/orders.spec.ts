import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Database } from '#api/storage/database.ts';
import { startChromium } from '../support/browser/chromium-process.ts';
import { collectErrors } from '../support/fixtures.ts';
import { cardOf, makeOrder, openOrder } from './make-order.ts';
import { expect, openAdmin, TABLET, test, waitForAdminOffline } from './admin-shop.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.use(TABLET);

test('a paid order appears at once with all its details and is marked as sent with its tracking number', async ({
  page,
  shop,
}) => {
  const errors = collectErrors(page);
  const order = await makeOrder(shop, {
    buyer: 'ann',
    productId: 901,
    fields: { phone: '', quantity: 2, total_amount: 25, country: 'US' },
  });
  await openAdmin(page, '/ayzadmin');
  await page.getByRole('link', { name: 'Orders' }).tap();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  const card = cardOf(page, order);
  await expect(card.getByText('waiting', { exact: true })).toBeVisible();

  await order.choose('pay', 'finished');
  // Without the poke the timer would pull half a minute later.
  await expect(card.getByText('finished', { exact: true })).toBeVisible();
  await openOrder(page, order);
  const facts = await card.locator('dl > div').allInnerTexts();
  expect(facts.map((fact) => fact.split('\n'))).toEqual([
    ['Contact name', 'Alice'],
    ['Phone', '—'],
    ['Address', 'Lime Street 1'],
    ['City', 'Limetown'],
    ['State/Province', 'CA'],
    ['Postal code', '12345'],
    ['Country', 'United States'],
    ['Order', expect.stringMatching(/^#\d{4}$/)],
    ['Order ID', order.id],
    ['Product ID', '901'],
    ['Condition', 'good'],
    ['Quantity', '2'],
    ['Amount', '$25'],
    ['Date', expect.any(String)],
    ['Paid', expect.any(String)],
    ['Email', 'alice@example.com'],
    ['Payment ID', expect.any(String)],
  ]);
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  const todayInWords = await page.evaluate(() => new Date().toLocaleDateString('en-US', { dateStyle: 'full' }));
  await expect(page.getByRole('heading', { name: `${todayInWords} ${today}` })).toBeVisible();
  // The preview does not exist, and nothing takes its place.
  await expect(card.getByRole('img')).toHaveCount(0);

  await card.getByLabel('Postal Service').fill('USPS');
  await card.getByLabel('Tracking Number').fill('9400 1000');
  await page.waitForTimeout(400);
  await page.reload();
  await openOrder(page, order);
  await expect(card.getByLabel('Tracking Number')).toHaveValue('9400 1000');
  await card.getByRole('switch', { name: 'Not Sent' }).tap();
  await expect(card.getByRole('switch', { name: 'Sent', exact: true })).toBeChecked();
  await expect
    .poll(() => order.read())
    .toMatchObject({ shipped: 1, postal_service: 'USPS', tracking_number: '9400 1000' });
  await expect(card.getByText('Change pending')).toHaveCount(0);
  await expect(card.getByText('Sent on ')).toBeVisible();

  await card.getByLabel('Tracking Number').fill('9400 2000');
  // The link follows the field, so that a wrong number is noticed before it is saved.
  await expect(card.getByRole('link', { name: 'Track with USPS' })).toHaveAttribute('href', /tLabels=94002000$/);
  await card.getByRole('button', { name: 'Save' }).tap();
  await expect.poll(() => order.read()).toMatchObject({ shipped: 1, tracking_number: '9400 2000' });
  await card.getByRole('switch', { name: 'Sent', exact: true }).tap();
  await expect.poll(() => order.read()).toMatchObject({ shipped: 0, tracking_number: '9400 2000' });

  await page.getByRole('link', { name: 'Back to Admin Panel' }).tap();
  await expect(page).toHaveURL('/ayzadmin');
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
});

test('an unpaid order is sent only after confirmation, and an expired one can be deleted', async ({ page, shop }) => {
  const unpaid = await makeOrder(shop, { buyer: 'ben', productId: 902 });
  const expired = await makeOrder(shop, { buyer: 'ben', productId: 903 });
  await expired.choose('expire', 'expired');
  await openAdmin(page, '/orders');

  const card = await openOrder(page, unpaid);
  await expect(card.getByRole('button', { name: 'Delete Order' })).toHaveCount(0);
  const question = page.getByRole('alertdialog', { name: 'This order is not paid. Mark it as sent?' });
  await card.getByRole('switch').tap();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(card.getByRole('switch', { name: 'Not Sent' })).not.toBeChecked();
  await card.getByRole('switch').tap();
  await question.getByRole('button', { name: 'Mark as sent' }).tap();
  await expect.poll(() => unpaid.read()).toMatchObject({ shipped: 1, status: 'waiting' });

  const gone = await openOrder(page, expired);
  const sure = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this order?' });
  await gone.getByRole('button', { name: 'Delete Order' }).tap();
  await sure.getByRole('button', { name: 'Keep it' }).tap();
  await expect(gone).toBeVisible();
  await gone.getByRole('button', { name: 'Delete Order' }).tap();
  await sure.getByRole('button', { name: 'Delete Order' }).tap();
  await expect(gone).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
  await gone.getByRole('button', { name: 'Delete Order' }).tap();
  await sure.getByRole('button', { name: 'Delete Order' }).tap();
  await expect(gone).toHaveCount(0);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(gone).toHaveCount(0);
  await expect
    .poll(async () => (await fetchAudit(shop.context.database)).map(({ action, subject }) => [action, subject]), {
      // The deletion can be undone for ten seconds before it is sent.
      timeout: 30_000,
    })
    .toEqual(expect.arrayContaining([['delete-order', expired.id]]));
});

test(
  'a shipment marked offline survives a closed browser and takes effect once',
  { tag: '@night' },
  async ({ shop }) => {
    test.setTimeout(120_000);
    const order = await makeOrder(shop, { buyer: 'cid', productId: 904 });
    await order.choose('pay', 'finished');
    const profile = await mkdtemp(join(tmpdir(), 'hexlime-orders-'));
    try {
      const prepared = await startChromium(profile);
      const first = await prepared.context.newPage();
      await openAdmin(first, `${shop.url}/orders`);
      await cardOf(first, order).waitFor();
      await waitForAdminOffline(first);
      await prepared.quit();

      const flight = await startChromium(profile);
      await goOffline(flight.context);
      const page = await flight.context.newPage();
      await page.goto(`${shop.url}/orders`);
      const card = await openOrder(page, order);
      await card.getByLabel('Tracking Number').fill('OFF 1');
      await card.getByRole('switch', { name: 'Not Sent' }).click();
      await expect(card.getByRole('switch', { name: 'Sent', exact: true })).toBeChecked();
      await expect(card.getByText('Change pending')).toBeVisible();
      await flight.kill();
      expect(await order.read()).toMatchObject({ shipped: 0 });

      const later = await startChromium(profile);
      const again = await later.context.newPage();
      await again.goto(`${shop.url}/orders`);
      await expect.poll(() => order.read()).toMatchObject({ shipped: 1, tracking_number: 'OFF 1' });
      await openOrder(again, order);
      await expect(cardOf(again, order).getByText('Change pending')).toHaveCount(0);
      await expect(cardOf(again, order).getByRole('switch', { name: 'Sent', exact: true })).toBeChecked();
      const changes = (await fetchAudit(shop.context.database)).filter(({ subject }) => subject === order.id);
      expect(changes.map(({ action }) => action)).toEqual(['ship-order']);
      await later.kill();
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  },
);

test(
  'two administrators see each other’s changes, and the later one resolves the conflict',
  { tag: '@proof' },
  async ({ browser, page, shop }) => {
    const order = await makeOrder(shop, { buyer: 'dan', productId: 905 });
    await order.choose('pay', 'finished');
    await openAdmin(page, '/orders');
    const other = await (await browser.newContext({ ...TABLET, baseURL: shop.url })).newPage();
    await openAdmin(other, '/orders');
    const [mine, theirs] = [cardOf(page, order), cardOf(other, order)];
    await openOrder(page, order);
    await openOrder(other, order);

    await goOffline(page.context());
    await mine.getByLabel('Tracking Number').fill('MINE');
    await mine.getByRole('switch').tap();
    await theirs.getByLabel('Postal Service').fill('DHL');
    await theirs.getByLabel('Tracking Number').fill('THEIRS');
    await theirs.getByRole('switch').tap();
    await expect.poll(() => order.read()).toMatchObject({ shipped: 1, tracking_number: 'THEIRS' });

    await page.context().setOffline(false);
    const alert = mine.getByRole('alert');
    await expect(alert).toContainText('Не удалось обновить статус отправки');
    await expect(alert).toContainText('Someone else changed it: Sent · DHL · THEIRS.');
    expect(await order.read()).toMatchObject({ tracking_number: 'THEIRS' });
    await alert.getByRole('button', { name: 'Save mine: Sent · MINE' }).tap();
    await expect.poll(() => order.read()).toMatchObject({ postal_service: '', tracking_number: 'MINE' });
    await expect(theirs.getByLabel('Tracking Number')).toHaveValue('MINE');
    await expect(alert).toHaveCount(0);
    await other.context().close();
  },
);

test('orders are searched, filtered, exported as CSV and printed', async ({ page, shop }) => {
  const [toSend, late] = [
    await makeOrder(shop, { buyer: 'eva', productId: 906, fields: { contact_name: '=Eva "Quick"' } }),
    await makeOrder(shop, {
      buyer: 'eva',
      productId: 907,
      fields: { contact_name: 'Zacharias', email: 'zach@example.org' },
    }),
  ];
  await toSend.choose('pay', 'finished');
  await shop.context.database.writer
    .updateTable('purchase')
    .set({ needs_attention: 'Paid in part.' })
    .where('id', '=', late.id)
    .execute();
  await openAdmin(page, '/orders');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Paid in part.');

  const search = page.getByRole('searchbox', { name: 'Search orders' });
  for (const text of [late.id, 'ZACH@example', 'zacharias']) {
    await search.fill(text);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(cardOf(page, late)).toBeVisible();
  }
  await search.fill('nobody like this');
  await expect(page.getByRole('heading', { name: 'No orders match.' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all orders' }).tap();
  await page.getByRole('button', { name: /^To send \(\d+\)$/ }).tap();
  await expect(cardOf(page, late)).toHaveCount(0);
  await search.fill(toSend.id);
  await expect(page.getByText(/^1 of \d+ orders$/)).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).tap();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(await readFile(await download.path(), 'utf8'), { columns: true, bom: true });
  expect(rows).toMatchObject([
    { id: toSend.id, contact_name: `'=Eva "Quick"`, total_amount: '12.50', shipped: 'false' },
  ]);

  // A toggled order stays in the list until the search changes.
  await openOrder(page, toSend);
  await cardOf(page, toSend).getByRole('switch').tap();
  await expect(cardOf(page, toSend).getByRole('switch', { name: 'Sent', exact: true })).toBeChecked();
  await expect.poll(() => toSend.read()).toMatchObject({ shipped: 1 });

  await page.getByRole('button', { name: 'Print the packing slip' }).tap();
  const slip = page.getByRole('article', { name: /^Packing slip: #\d+$/ });
  await expect(slip).toContainText('=Eva "Quick"');
  await expect(slip).toContainText('Lime Street 1');
  await expect(slip).not.toContainText('$');
  await page.getByRole('switch', { name: 'With prices' }).tap();
  await expect(slip).toContainText('$12.50');
  await page.emulateMedia({ media: 'print' });
  await expect(slip).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Back to orders' }).tap();
  await expect(cardOf(page, toSend)).toBeVisible();
});

test('a tap right after scrolling reaches the card under the finger', { tag: '@proof' }, async ({ page, shop }) => {
  const orders = [];
  for (let number = 0; number < 5; number += 1)
    orders.push(await makeOrder(shop, { buyer: `t${number}`, productId: 910 }));
  await openAdmin(page, '/orders');
  const [order] = orders.slice(-1);
  if (!order) throw new Error('There are no orders');
  const control = cardOf(page, order).getByRole('button');
  await expect(control).toBeVisible();
  // Within the page: the driver's own checks take longer than the moment in question.
  const isReached = await control.evaluate(async (element) => {
    // Away from the edges: the page's bars cover what is near them.
    element.scrollIntoView({ block: 'center' });
    scrollBy(0, 50);
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { x, y, width, height } = element.getBoundingClientRect();
    const reached = document.elementFromPoint(x + width / 2, y + height / 2);
    return reached !== null && element.contains(reached);
  });
  expect(isReached).toBe(true);
});

test('new orders do not move the card under the finger', { tag: '@proof' }, async ({ page, shop }) => {
  const orders = [];
  await page.setViewportSize({ width: 820, height: 500 });
  for (let number = 0; number < 12; number += 1)
    orders.push(await makeOrder(shop, { buyer: `g${number}`, productId: 909 }));
  await openAdmin(page, '/orders');
  const [, second] = orders;
  if (!second) throw new Error('There are no orders');
  const card = cardOf(page, second);
  // Cards far outside the view are not rendered.
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 300));
    await expect(card).toBeInViewport({ ratio: 0.5, timeout: 300 });
  }).toPass();
  // The list settles after scrolling.
  await page.waitForTimeout(500);
  const before = await card.boundingBox();
  const late = await makeOrder(shop, { buyer: 'late', productId: 909 });
  await expect.poll(async () => (await readStoredIds(page)).has(late.id)).toBe(true);
  await page.waitForTimeout(500);
  const after = await card.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 1e6))).toBeLessThan(3);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(cardOf(page, late)).toBeVisible();
});

test('the orders page has no accessibility violation in either theme', { tag: '@proof' }, async ({ page, shop }) => {
  const order = await makeOrder(shop, { buyer: 'fay', productId: 908 });
  await order.choose('expire', 'expired');
  for (const theme of ['light', 'dark']) {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await openAdmin(page, '/orders');
    await (await openOrder(page, order)).getByLabel('Postal Service').fill('Post');
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }
});

const fetchAudit = ({ reader }: Pick<Database, 'reader'>) =>
  reader.selectFrom('admin_audit').select(['action', 'subject']).orderBy('number').execute();

/** Reads the ids of the orders stored on the device. */
const readStoredIds = async (page: Page): Promise<ReadonlySet<string>> =>
  new Set(
    await page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('hexlime-admin');
          opening.addEventListener('error', () => reject(opening.error));
          opening.addEventListener('success', () => {
            // Orders are in one of two tables.
            const transaction = opening.result.transaction(['orders', 'orders2']);
            const readings = ['orders', 'orders2'].map((table) => transaction.objectStore(table).getAllKeys());
            transaction.addEventListener('complete', () => {
              opening.result.close();
              resolve(readings.flatMap(({ result }) => result as string[]));
            });
          });
        }),
    ),
  );

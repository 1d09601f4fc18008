import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { messageOf, openChatClient } from '#api/testing/clients/chat-client.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { collectErrors } from '../support/fixtures.ts';
import { expect, openAdmin, TABLET, test, waitForAdminOffline } from './admin-shop.ts';
import { makeOrder } from './make-order.ts';
import { goOffline } from '../support/browser/go-offline.ts';

test.use({ ...TABLET, timezoneId: 'Asia/Kathmandu' });

const QUESTION = 902;

/** The sums of the last 30 days in Kathmandu (UTC+5:45), by the server's database. */
async function readSums({ context: { database } }: TestApp): Promise<{ orders: number; paid: number; cents: number }> {
  const ZONE_MS = 345 * 60_000;
  const DAY_MS = 86_400_000;
  const today = Math.floor((Date.now() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  const rows = await database.reader
    .selectFrom('purchase')
    .select(['status', 'total_cents'])
    .where('created_at', '>=', today - 29 * DAY_MS)
    .where('admin_hidden_at', 'is', null)
    .execute();
  const paid = rows.filter(({ status }) => status === 'finished');
  return { orders: rows.length, paid: paid.length, cents: paid.reduce((sum, row) => sum + row.total_cents, 0) };
}

const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Sales', exact: true }).getByRole('link', { name: new RegExp(`^${name}`) });

test(
  'insights agree with the server, lead to their lists, are saved as CSV and are there offline',
  { tag: '@service-worker' },
  async ({ page, context, shop }) => {
    const errors = collectErrors(page);
    const order = await makeOrder(shop, { buyer: 'ann', productId: 901, fields: { quantity: 2, total_amount: 25 } });
    await order.choose('pay', 'finished');
    await makeOrder(shop, { buyer: 'ben', productId: QUESTION });
    const alice = await openChatClient(shop, 'alice');
    await alice.call('POST', '/api/chats', { productId: QUESTION, buyerGoogleId: alice.sub });
    await alice.push(messageOf(chatIdOf(alice.sub, QUESTION), 'Is it black?'));

    await openAdmin(page, '/ayzadmin');
    await page.getByRole('link', { name: 'Insights' }).tap();
    const sums = await readSums(shop);
    const minimumFractionDigits = sums.cents % 100 === 0 ? 0 : 2;
    const sales = (sums.cents / 100).toLocaleString('en', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits,
    });
    await expect(tile(page, 'Sales')).toContainText(sales);
    await expect(tile(page, 'Orders')).toContainText(String(sums.orders));
    await expect(page.getByText('Days are calendar days in your time zone, Asia/Kat')).toBeVisible();
    const chats = page.getByRole('region', { name: 'Unanswered chats' });
    await expect(chats.getByRole('link', { name: 'Camera' }).first()).toHaveAttribute(
      'href',
      `/chat/${chatIdOf(alice.sub, QUESTION)}`,
    );
    await expect(page.getByRole('region', { name: 'Low stock' }).getByRole('listitem').first()).toContainText(
      /^Lamp \d+\s*1 left$/,
    );
    const versions = page.getByRole('region', { name: 'Devices by app version' });
    await expect(versions.getByRole('listitem').first()).toContainText('device');
    expect(await findAccessibilityViolations(page)).toEqual([]);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV: Sales' }).tap();
    const lines = parse(await readFile(await (await saved).path(), 'utf8'), { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(lines).toHaveLength(30);
    const inFile = (column: string): number => lines.reduce((sum, line) => sum + Number(line[column]), 0);
    expect([inFile('orders'), inFile('paid_orders'), Math.round(inFile('sales') * 100)]).toEqual([
      sums.orders,
      sums.paid,
      sums.cents,
    ]);

    await test.step('the chart is used with the keyboard and leads to the orders of its day', async () => {
      const chart = page.getByRole('slider', { name: 'Orders by day' });
      await chart.focus();
      await page.keyboard.press('Home');
      const first = await chart.getAttribute('aria-valuetext');
      await page.keyboard.press('End');
      expect(await chart.getAttribute('aria-valuetext')).not.toBe(first);
      const [, today = ''] = /: (\d+) order/.exec((await chart.getAttribute('aria-valuetext')) ?? '') ?? [];
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
      await expect(
        page.getByRole('status').filter({ hasText: new RegExp(`^${today} (of \\d+ )?orders?`) }),
      ).toBeVisible();
      await page.goBack();
    });

    await tile(page, 'Paid orders').tap();
    await expect(page.getByLabel('Payment')).toHaveValue('finished');
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${sums.paid} of `) })).toBeVisible();
    await page.goBack();

    await test.step('without network all of it is on the device', async () => {
      await waitForAdminOffline(page);
      await goOffline(context);
      await page.reload();
      await expect(tile(page, 'Sales')).toContainText(sales);
      await expect(page.locator('canvas')).toHaveCount(2);
      await expect(chats.getByText('1 message')).toBeVisible();
      await expect(versions.getByRole('listitem').first()).toContainText('device');
      await expect(page.getByText('The server could not be reached.')).toBeVisible();
    });
    expect(errors.filter((error) => !/Failed to (?:load resource|fetch)|ERR_INTERNET/.test(error))).toEqual([]);
  },
);

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runBackup } from '#api/backup/backup-command.ts';
import { runRestore } from '#api/backup/restore-command.ts';
import { signBtcPayNotice, btcPayEnv, startFakeBtcPay } from '#api/payments/testing/fake-btcpay.ts';
import type { FakeInvoice, FakeProvider } from '#api/payments/testing/fake-provider.ts';
import {
  CAMERA_ID,
  CAMERA_PRICE,
  createBuyer,
  purchaseOf,
  readStock,
  stockCameras,
} from '#api/testing/apps/order-app.ts';
import { json, send } from '#api/testing/clients/send.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';

const UNITS = 9;

let dataDir: string;
let provider: FakeProvider;
let app: TestApp;
/** Keeps the server's address while the server behind it is restored. */
let line: NetworkLink;
let device: Device;
let tab: Tab;
let data: UserData;

const startApp = (): Promise<TestApp> =>
  startTestApp({
    dataDir,
    orderingTimes: { jobIntervalMs: 30 },
    env: {
      ...btcPayEnv(provider),
    },
  });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-restore-'));
  provider = await startFakeBtcPay();
  app = await startApp();
  await stockCameras(app, UNITS);
  line = await openNetworkLink(app.url);
  device = createDevice(line.url);
  tab = device.openTab();
  const result = await tab.engine.account.signIn(await createTestCredential(app, 'alice'));
  if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
  data = device.openUserData('demo-alice');
});
afterEach(async () => {
  device.closeAll();
  await line.stop();
  await app.stop();
  await provider.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Backs the running server up by the operator's command; returns the folder of the backup. */
async function backUp(): Promise<string> {
  const backups = join(dataDir, 'backups');
  await runOrThrow(runBackup, [backups]);
  const [name = ''] = await readdir(backups);
  return join(backups, name);
}

/** Restores a backup by the operator's command and restarts. */
async function restore(backup: string): Promise<void> {
  await app.stop();
  await runOrThrow(runRestore, [backup]);
  app = await startApp();
  line.through(app.url);
  line.dropAll();
}

async function runOrThrow(command: typeof runBackup, args: readonly string[]): Promise<void> {
  let text = '';
  const code = await command(args, { DATA_DIR: dataDir }, { write: (sentence) => (text += String(sentence)) !== '' });
  if (code !== 0) throw new Error(text);
}

const buy = async (): Promise<string> => {
  const { google_id, ...purchase } = purchaseOf('demo-alice');
  const { condition, ...rest } = purchase;
  const result = await tab.engine.account.createPurchase({ google_id, condition: condition as 'good', ...rest });
  if (!result.ok) throw new Error(`The purchase came to ${JSON.stringify(result)}`);
  return result.value.order.id;
};
const listOrders = () =>
  app.context.database.reader.selectFrom('purchase').select(['id', 'status']).orderBy('created_at').execute();
const serverCart = () =>
  app.context.database.reader.selectFrom('cart_line').select(['product_id', 'quantity']).execute();
const add = (quantity: number) =>
  data.enqueue({
    name: 'addCartItem',
    args: { product_id: CAMERA_ID, condition: 'good', quantity, price_seen: String(CAMERA_PRICE) },
  });
const invoiceOf = (orderId: string): FakeInvoice =>
  provider.invoices.find((invoice) => invoice.orderId === orderId) as FakeInvoice;
const tell = (invoice: FakeInvoice) => {
  const { body, headers } = signBtcPayNotice(invoice);
  return send(app.url, '/api/payments/btcpay/notices', { method: 'POST', body, headers });
};

it('[fault 70] an older backup: devices send pending and confirmed work again, once, and paid orders are settled', async () => {
  await tab.engine.openShop('ayz');
  const paid = await buy();
  await add(1);
  await expect.poll(serverCart).toEqual([{ product_id: CAMERA_ID, quantity: 1 }]);
  const epoch = app.context.states.epoch;
  const backup = await backUp();

  invoiceOf(paid).status = 'finished';
  expect((await tell(invoiceOf(paid))).status).toBe(200);
  await app.context.products.saveProducts('ayz', [{ id: CAMERA_ID, fields: { title: 'Gone with the crash' } }]);
  await add(2);
  await expect.poll(async () => (await data.outbox()).length).toBe(0);
  const headers = { cookie: [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  const buyer = () => createBuyer(app.url, 'demo-alice', headers);
  const before = await buyer().buy(purchaseOf('demo-alice', 2), 'after-the-backup');
  expect(before.status).toBe(200);
  line.isUp = false;
  line.dropAll();
  await add(3);

  await restore(backup);
  expect(app.context.states.epoch).not.toBe(epoch);
  line.isUp = true;
  await tab.engine.refresh();

  // Pending operations, and the confirmed ones that the backup lacks, reach the restored server once.
  await expect.poll(() => data.outbox()).toEqual([]);
  await expect.poll(serverCart).toEqual([{ product_id: CAMERA_ID, quantity: 6 }]);
  await expect.poll(async () => (await data.cart()).map(({ quantity }) => quantity)).toEqual([6]);
  // So does the retry of a call whose order the backup lacks.
  const again = await Promise.all([1, 2].map(() => buyer().buy(purchaseOf('demo-alice', 2), 'after-the-backup')));
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(again.map((reply) => (json(reply)['order'] as { id: string }).id)).size).toBe(1);

  // After its start, the server asks the provider, which also repeats its notices: received money counts exactly once.
  await expect.poll(async () => (await listOrders()).map(({ status }) => status)).toEqual(['finished', 'waiting']);
  expect((await tell(invoiceOf(paid))).status).toBe(200);
  expect((await tell(invoiceOf(paid))).status).toBe(200);
  expect(await listOrders()).toMatchObject([{ id: paid, status: 'finished' }, { status: 'waiting' }]);
  const stock = { available: UNITS - 3, reserved: 2, sold: 1 };
  expect(await readStock(app)).toEqual({ counters: stock, ledger: stock });
  // A notice for a missing order is accepted and changes nothing.
  const lost = invoiceOf((json(before)['order'] as { id: string }).id);
  lost.status = 'finished';
  expect((await tell(lost)).status).toBe(200);
  expect(await listOrders()).toHaveLength(2);

  await expect
    .poll(async () => (await data.orders()).map(({ payment_status }) => payment_status).toSorted())
    .toEqual(['finished', 'waiting']);
  await expect.poll(async () => (await tab.engine.catalog.card('ayz', CAMERA_ID))?.title).toBe('Camera');
}, 60_000);

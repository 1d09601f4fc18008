import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AffiliateFields, AffiliateProduct } from '#contract/products/product.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { purchaseOf, signInBuyer, stockCameras } from '#api/testing/apps/order-app.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { drawTestImage } from '#api/testing/clients/image-client.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { toEditBase } from '#sync/admin/store/operations-table.ts';
import { toShipment } from '#sync/admin/store/overlay-admin-orders.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';
import { AdminBrowser } from './admin-browser.ts';
import type { AdminTab } from './admin-browser.ts';

let root: string;
let app: TestApp;
/** Keeps the server's address while the server behind it is restored. */
let line: NetworkLink;
let browser: AdminBrowser;
let tab: AdminTab;

const dataDir = () => join(root, 'data');
const start = async (): Promise<void> => {
  app = await startTestApp({ dataDir: dataDir() });
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hexlime-admin-restore-'));
  await start();
  line = await openNetworkLink(app.url);
  browser = new AdminBrowser(() => line.url);
});
afterEach(async () => {
  browser.close();
  await line.stop();
  await app.stop();
  await rm(root, { recursive: true, force: true });
});

/** Logs in with these roles, by default as the administrator who has all. */
async function logIn(roles?: readonly AdminRole[]): Promise<void> {
  const { authorization } = await signInAdmin(app, roles);
  tab = browser.openTab(authorization.replace('Bearer ', ''));
  await tab.engine.getOwnAccess();
}

async function backUp(): Promise<void> {
  await app.stop();
  await cp(dataDir(), join(root, 'copy'), { recursive: true });
  await restart();
}

async function restart(): Promise<void> {
  await start();
  line.through(app.url);
  line.dropAll();
}

/** Puts the copied folder back; `more`: what others do before the device is online again. */
async function restore(more: () => Promise<unknown> = async () => undefined): Promise<void> {
  browser.isOnline = false;
  await app.stop();
  await rm(dataDir(), { recursive: true });
  await cp(join(root, 'copy'), dataDir(), { recursive: true });
  await restart();
  await more();
  browser.isOnline = true;
  await tab.engine.sync();
}

/** Whether the device knows the server's epoch, which it does only after repeating the operations that it knew as decided. */
const isRepeated = async (): Promise<boolean> => (await browser.readEpoch()) === app.context.states.epoch;
const settled = () => expect.poll(() => browser.data.outbox()).toEqual([]);
const fieldsOf = (more: Partial<AffiliateFields>): AffiliateFields => ({
  ...PRODUCT_DEFAULTS.affiliate,
  main_category: 'Light',
  category: 'Desk',
  ...more,
});
const keepImage = async (colour: 'red' | 'blue'): Promise<string> =>
  browser.data.saveImage(new Blob([new Uint8Array(await drawTestImage(colour))]), 'product');

async function add(title: string, id: number, images: readonly string[] = []): Promise<void> {
  const fields = fieldsOf({ title });
  await browser.data.enqueue({ kind: 'addProduct', shop: 'pc', id, isOwnId: false, fields, images });
  await settled();
}
async function edit(id: number, changes: Partial<AffiliateFields>): Promise<void> {
  const base = toEditBase(await getProduct(id));
  const fields = { ...base.fields, ...changes } as AffiliateFields;
  await browser.data.enqueue({ kind: 'editProduct', shop: 'pc', id, base, fields, images: null });
  await settled();
}
/** Adds a product as another administrator; a repeated key means the same call. */
async function addByOther(title: string, key: string): Promise<void> {
  const { authorization } = await signInAdmin(app);
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify(fieldsOf({ title }));
  expect(await fetch(`${app.url}/api/add-product?shop=pc`, { method: 'POST', headers, body })).toMatchObject({
    ok: true,
  });
}
const getProduct = async (id: number): Promise<AffiliateProduct> =>
  (await (await fetch(`${app.url}/api/products/${id}?shop=pc`)).json()) as AffiliateProduct;
/** Titles, prices and numbers of images of all products, by id. */
const products = async () => {
  const reply = (await (await fetch(`${app.url}/api/products?shop=pc`)).json()) as { products: { id: number }[] };
  const shown = await Promise.all(reply.products.map(({ id }) => getProduct(id)));
  return shown
    .map(({ id, title, price, imagecount }) => [id, title, price, imagecount])
    .toSorted(([a], [b]) => Number(a) - Number(b));
};

describe('[ADM16] a restored server gets back what an administrator did since the backup', () => {
  it('products, with their images, edits and deletions, once and in order', async () => {
    await logIn();
    await add('Old', 1);
    await backUp();
    await add('Lamp', 2, [await keepImage('red'), await keepImage('blue')]);
    await edit(2, { price: '12' });
    await edit(2, { price: '15' });
    await add('Gone', 3);
    await browser.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 3, title: 'Gone' });
    await edit(1, { title: 'Renamed' });

    await restore();
    await expect.poll(products).toEqual([
      [1, 'Renamed', '0', 0],
      [2, 'Lamp', '15', 2],
    ]);
    await settled();
  }, 60_000);

  it('a product under another id if its own is taken, with later edits; conflicts with others are asked about', async () => {
    await logIn();
    await add('Old', 1);
    await backUp();
    await add('Lamp', 2, [await keepImage('red')]);
    await edit(2, { price: '12' });
    await edit(1, { title: 'Mine', price: '7' });

    await restore(async () => {
      await app.context.products.saveProducts('pc', [{ id: 2, fields: fieldsOf({ title: 'Other' }) }]);
      await app.context.products.saveProducts('pc', [{ id: 1, fields: { title: 'Theirs', rate: 3 } }]);
    });
    await expect.poll(async () => (await browser.data.outbox()).map(({ state }) => state)).toEqual(['conflict']);
    expect(await browser.data.outbox()).toMatchObject([
      { conflict: { fields: [{ field: 'title', base: 'Old', mine: 'Mine', theirs: 'Theirs' }] } },
    ]);
    expect(await products()).toEqual([
      [1, 'Theirs', '0', 0],
      [2, 'Other', '0', 0],
      [3, 'Lamp', '12', 1],
    ]);
  }, 60_000);

  it('[LIFE4] changes of the product with the same identity, whatever its title is, and of no other product', async () => {
    await logIn();
    await backUp();
    await addByOther('Lamp', 'one');
    await edit(1, { price: '12' });
    await addByOther('Chair', 'two');
    await edit(2, { price: '20' });

    await restore(async () => {
      await addByOther('Lamp', 'another');
      await addByOther('Armchair', 'two');
    });
    const outbox = async () => (await browser.data.outbox()).map(({ rejection }) => rejection?.code);
    await expect.poll(outbox).toEqual(['not-found']);
    await expect.poll(products).toEqual([
      [1, 'Lamp', '0', 0],
      [2, 'Armchair', '20', 0],
    ]);
  }, 60_000);

  it('nothing that the backup contains, so that later changes of others stay', async () => {
    await logIn();
    await add('Lamp', 1, [await keepImage('red')]);
    await edit(1, { title: 'Renamed' });
    await add('Gone', 2);
    await browser.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 2, title: 'Gone' });
    await settled();
    await app.context.products.saveProducts('pc', [{ id: 1, fields: { title: 'By another' } }]);
    await backUp();
    await app.context.products.saveProducts('pc', [{ id: 3, fields: fieldsOf({ title: 'Lost' }) }]);

    await restore();
    await expect.poll(isRepeated).toBe(true);
    await settled();
    expect(await products()).toEqual([[1, 'By another', '0', 1]]);
  }, 60_000);

  it('changes of an administrator who may not see orders', async () => {
    await logIn(['catalogue']);
    await add('Old', 1);
    await backUp();
    await edit(1, { title: 'Renamed' });
    await restore();
    await expect.poll(products).toEqual([[1, 'Renamed', '0', 0]]);
  }, 60_000);

  it('shipments, each based on the previous one, even through a second restore', async () => {
    await stockCameras(app, 10);
    const buyer = await signInBuyer(app, 'alice');
    await buyer.buy(purchaseOf(buyer.sub));
    await logIn();
    await expect.poll(() => browser.data.orders()).toHaveLength(1);
    await backUp();
    await ship('1');
    await ship('2');
    for (let round = 0; round < 2; round++) {
      await restore();
      expect(await trackings()).toEqual(['2']);
      await expect.poll(isRepeated).toBe(true);
      await settled();
      await expect.poll(onServer).toEqual(['2']);
      await expect.poll(trackings).toEqual(['2']);
    }
  }, 60_000);
});

const onServer = async () =>
  (await app.context.database.reader.selectFrom('purchase').select('tracking_number').execute()).map(
    ({ tracking_number }) => tracking_number,
  );
const trackings = async () => (await browser.data.orders()).map(({ tracking_number }) => tracking_number);
async function ship(tracking_number: string): Promise<void> {
  const [order] = await browser.data.orders();
  const { id: paymentId = '', version = 0, ...before } = order ?? {};
  const shipment = { shipped: true, postal_service: 'USPS', tracking_number, force: true };
  const known = { shipped: false, postal_service: '', tracking_number: '', ...before };
  await browser.data.enqueue({ kind: 'setShipment', paymentId, shipment, version, before: toShipment(known) });
  await settled();
  await expect.poll(trackings).toEqual([tracking_number]);
}

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
import { toEditBase } from '#sync/admin/outbox/operation-record.ts';
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
  line.server = app.url;
  line.cut();
}

/** Puts the copied data back beside the newer epoch file; `more`: what others do before the device is online again. */
async function restore(more: () => Promise<unknown> = async () => undefined): Promise<void> {
  browser.isOnline = false;
  await app.stop();
  await cp(join(dataDir(), 'epoch.json'), join(root, 'copy', 'epoch.json'));
  await rm(dataDir(), { recursive: true });
  await cp(join(root, 'copy'), dataDir(), { recursive: true });
  await restart();
  await more();
  browser.isOnline = true;
  await tab.engine.sync();
}

const settled = () => expect.poll(() => browser.data.outbox(), { timeout: 10_000 }).toEqual([]);
const fieldsOf = (more: Partial<AffiliateFields>): AffiliateFields => ({
  ...PRODUCT_DEFAULTS.affiliate,
  main_category: 'Light',
  category: 'Desk',
  ...more,
});
const keepImage = async (colour: 'red' | 'blue'): Promise<string> =>
  browser.data.saveImage(new Blob([new Uint8Array(await drawTestImage(colour))]), 'product');

async function add(title: string, id: number, pictures: readonly string[] = []): Promise<void> {
  const fields = fieldsOf({ title });
  await browser.data.enqueue({ kind: 'addProduct', shop: 'pc', id, isOwnId: false, fields, pictures });
  await settled();
}
async function edit(id: number, changes: Partial<AffiliateFields>): Promise<void> {
  const base = toEditBase(await getProduct(id));
  const fields = { ...base.fields, ...changes } as AffiliateFields;
  await browser.data.enqueue({ kind: 'editProduct', shop: 'pc', id, base, fields, pictures: null });
  await settled();
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
});

void [purchaseOf, signInBuyer, stockCameras];

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editorImagePath } from '#contract/products/admin-product.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AffiliateFields, AffiliateProduct } from '#contract/products/product.ts';
import { colourOf, drawTestImage } from '#api/testing/clients/image-client.ts';
import { createRandom } from '#api/testing/random.ts';
import { startServerProcess, UNLIMITED_SERVER } from '#api/testing/processes/server-process.ts';
import type { ServerProcess } from '#api/testing/processes/server-process.ts';
import { toEditBase } from '#sync/admin/store/operations-table.ts';
import { AdminBrowser } from './admin-browser.ts';
import type { AdminTab } from './admin-browser.ts';

const PASSWORD = 'a long enough password';
const COLOURS = ['red', 'lime', 'blue', 'white'] as const;
const PRODUCTS = 5;
/** Kills of the server while a device sends everything. */
const KILLS = 6;

let dataDir: string;
let server: ServerProcess;
let url: string;
const browsers: AdminBrowser[] = [];
const photos = new Map<string, Blob>();

const startServer = async (): Promise<void> => {
  const env = { DEMO: '0', ADMIN_PASSWORD: PASSWORD, ...(url && { PORT: new URL(url).port }) };
  server = startServerProcess(dataDir, env, UNLIMITED_SERVER);
  url = await server.url();
};

beforeEach(async () => {
  url = '';
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-admin-'));
  for (const colour of COLOURS) photos.set(colour, new Blob([new Uint8Array(await drawTestImage(colour))]));
  await startServer();
});
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close();
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function openBrowser(seed = 7): Promise<{ browser: AdminBrowser; tab: AdminTab; token: string }> {
  const browser = new AdminBrowser(() => url, createRandom(seed));
  browsers.push(browser);
  const tab = browser.openTab(null);
  const entered = await tab.engine.calls.login({ body: { password: PASSWORD } });
  if (!entered.ok) throw new Error(`Logging in came to ${JSON.stringify(entered)}`);
  await tab.engine.setToken(entered.value.token);
  return { browser, tab, token: entered.value.token };
}

const fieldsOf = (more: Partial<AffiliateFields>): AffiliateFields => ({
  ...PRODUCT_DEFAULTS.affiliate,
  main_category: 'Light',
  category: 'Desk',
  ...more,
});

/** Colors of a product's images, in a different order for each product. */
const coloursOf = (product: number): string[] =>
  COLOURS.map((_colour, place) => COLOURS[(place + product) % COLOURS.length] ?? 'red');

/** Enqueues a product with four images and one in its description. */
async function enqueueAddition({ data }: AdminBrowser, product: number, id = product): Promise<void> {
  const keep = (colour: string, use: 'product' | 'editor'): Promise<string> =>
    data.saveImage(photos.get(colour) ?? new Blob(), use);
  const images: string[] = [];
  for (const colour of coloursOf(product)) images.push(await keep(colour, 'product'));
  const src = editorImagePath(await keep('lime', 'editor'));
  const description = `<h2>Lamp ${product}</h2><p><strong>Bright</strong></p><img src="${src}" alt="Lamp">`;
  const fields = fieldsOf({ title: `Lamp ${product}`, description });
  await data.enqueue({ kind: 'addProduct', shop: 'pc', id, isOwnId: false, fields, images });
}

const getProduct = async (id: number): Promise<AffiliateProduct> =>
  (await (await fetch(`${url}/api/products/${id}?shop=pc`)).json()) as AffiliateProduct;

const listIds = async (): Promise<number[]> => {
  const reply = (await (await fetch(`${url}/api/products?shop=pc`)).json()) as { products: { id: number }[] };
  return reply.products.map(({ id }) => id).toSorted((a, b) => a - b);
};

const colourAt = async (path: string): Promise<string | number> => {
  const reply = await fetch(`${url}${path}`);
  return reply.ok ? colourOf(await reply.bytes()) : reply.status;
};

const shownColours = async ({ id, imagecount }: AffiliateProduct): Promise<(string | number)[]> =>
  Promise.all(Array.from({ length: imagecount }, (_, place) => colourAt(`/images/PCProducts/${id}/${place + 1}.webp`)));

/** Expects each product once and complete: text, images in order, and the description's image. */
async function expectWhole(ids: readonly number[]): Promise<void> {
  expect(await listIds()).toEqual(ids);
  const shown = await Promise.all(ids.map((id) => getProduct(id)));
  const titles = shown.map(({ title }) => title).toSorted();
  expect(titles).toEqual(Array.from({ length: PRODUCTS }, (_, place) => `Lamp ${place + 1}`));
  for (const product of shown) {
    expect(await shownColours(product)).toEqual(coloursOf(Number(product.title.slice(5))));
    const [, src = ''] = /<img src="([^"]+)"/.exec(product.description) ?? [];
    expect(await colourAt(src)).toBe('lime');
  }
}

describe('[ADM8] an administrator’s device and the real server', () => {
  it('agree on five products with twenty images added offline in a killed browser', async () => {
    const { browser, tab, token } = await openBrowser();
    browser.isOnline = false;
    for (let product = 1; product <= PRODUCTS; product++) await enqueueAddition(browser, product);
    tab.close();
    expect(await listIds()).toEqual([]);
    browser.isOnline = true;
    const next = browser.openTab(token);
    await expect.poll(() => browser.data.outbox(), { timeout: 60_000 }).toEqual([]);
    await expectWhole([1, 2, 3, 4, 5]);
    expect(next.events.filter(({ type }) => type === 'decided')).toHaveLength(PRODUCTS);
  }, 120_000);

  it('agree despite a server killed repeatedly, lost calls, and ids taken by another administrator', async () => {
    const { browser, tab, token } = await openBrowser();
    const other = await openBrowser(8);
    for (let id = 1; id <= 2; id++)
      await other.browser.data.enqueue({
        kind: 'addProduct',
        shop: 'pc',
        id,
        isOwnId: false,
        fields: fieldsOf({ title: `Other ${id}` }),
        images: [],
      });
    await expect.poll(() => other.browser.data.outbox()).toEqual([]);
    browser.lossRate = 0.1;
    for (let product = 1; product <= PRODUCTS; product++) await enqueueAddition(browser, product);
    let current = tab;
    const random = createRandom(3);
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) => setTimeout(resolve, random() * 400));
      await server.kill();
      await startServer();
      if (kill % 3 === 2) {
        current.close();
        current = browser.openTab(token);
      }
      await current.engine.sync();
    }
    browser.lossRate = 0;
    await current.engine.sync();
    await expect.poll(() => browser.data.outbox(), { timeout: 90_000 }).toEqual([]);
    expect((await getProduct(1)).title).toBe('Other 1');
    expect((await getProduct(1)).imagecount).toBe(0);
    await other.browser.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 1, title: 'Other 1' });
    await other.browser.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 2, title: 'Other 2' });
    await expect.poll(() => other.browser.data.outbox()).toEqual([]);
    await expectWhole(await listIds());
  }, 240_000);

  it('agree on concurrent edits: different fields merge, the same field asks', async () => {
    const [mine, theirs] = [await openBrowser(), await openBrowser(8)];
    await enqueueAddition(mine.browser, 1);
    await expect.poll(() => mine.browser.data.outbox()).toEqual([]);
    const base = toEditBase(await getProduct(1));
    const edit = async ({ browser }: typeof mine, changes: Partial<AffiliateFields>): Promise<number> => {
      const fields = { ...base.fields, ...changes } as AffiliateFields;
      return browser.data.enqueue({ kind: 'editProduct', shop: 'pc', id: 1, base, fields, images: null });
    };
    mine.browser.isOnline = false;
    theirs.browser.isOnline = false;
    await edit(mine, { price: '12', title: 'Mine' });
    await edit(theirs, { rate: 4, title: 'Theirs' });
    mine.browser.isOnline = true;
    await mine.tab.engine.sync();
    await expect.poll(() => mine.browser.data.outbox()).toEqual([]);
    theirs.browser.isOnline = true;
    await theirs.tab.engine.sync();
    await expect
      .poll(() => theirs.browser.data.outbox())
      .toMatchObject([
        {
          state: 'conflict',
          conflict: { fields: [{ field: 'title', base: 'Lamp 1', mine: 'Theirs', theirs: 'Mine' }] },
        },
      ]);
    expect(await getProduct(1)).toMatchObject({ title: 'Mine', price: '12', rate: 0 });
    const [entry] = await theirs.browser.data.outbox();
    if (entry?.operation.kind !== 'editProduct') throw new Error('There is no edit');
    await theirs.browser.data.resolve(entry.op, { ...entry.operation.fields, title: 'Both' });
    await expect.poll(() => theirs.browser.data.outbox()).toEqual([]);
    expect(await getProduct(1)).toMatchObject({ title: 'Both', price: '12', rate: 4 });
  }, 60_000);

  it('agree on an edit that adds, reorders and deletes images, through lost calls', async () => {
    const { browser, tab } = await openBrowser();
    await enqueueAddition(browser, 1);
    await expect.poll(() => browser.data.outbox()).toEqual([]);
    const base = toEditBase(await getProduct(1));
    const names = await tab.engine.calls.listImages({ params: { shop: 'pc', id: 1 } });
    if (!names.ok) throw new Error(names.problem);
    const [a = '', b = '', c = '', d = ''] = names.value.images;
    browser.lossRate = 0.3;
    const added = await browser.data.saveImage(photos.get('red') ?? new Blob(), 'product');
    await browser.data.enqueue({ kind: 'deleteImage', shop: 'pc', id: 1, name: b });
    const stored = (name: string) => ({ kind: 'stored', name }) as const;
    await browser.data.enqueue({
      kind: 'editProduct',
      shop: 'pc',
      id: 1,
      base,
      fields: base.fields,
      images: [stored(d), { kind: 'kept', id: added }, stored(a), stored(b), stored(c)],
    });
    for (let round = 0; round < 40 && (await browser.data.outbox()).length > 0; round++) {
      await tab.engine.sync();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    browser.lossRate = 0;
    await tab.engine.sync();
    await expect.poll(() => browser.data.outbox()).toEqual([]);
    const [first, , third, fourth] = coloursOf(1);
    expect(await shownColours(await getProduct(1))).toEqual([fourth, 'red', first, third]);
  }, 60_000);
});

describe('[ADM7] a token', () => {
  it('that has ended keeps all work, which is sent after a login, and other tabs learn of it', async () => {
    const { browser, tab, token } = await openBrowser();
    const second = browser.openTab(token);
    const other = await openBrowser(8);
    await other.tab.engine.logout(token);
    await enqueueAddition(browser, 1);
    const ended = ({ events }: AdminTab) => events.filter(({ type }) => type === 'token-ended').length;
    await expect.poll(() => [ended(tab) > 0, ended(second) > 0]).toEqual([true, true]);
    expect(await browser.data.outbox()).toMatchObject([{ state: 'waiting' }]);
    const entered = await second.engine.calls.login({ body: { password: PASSWORD } });
    if (!entered.ok) throw new Error(entered.problem);
    await second.engine.setToken(entered.value.token);
    await tab.engine.setToken(entered.value.token);
    await expect.poll(() => browser.data.outbox()).toEqual([]);
    const decided = ({ events }: AdminTab) => events.filter(({ type }) => type === 'decided').length;
    await expect.poll(() => [decided(tab), decided(second)]).toEqual([1, 1]);
  }, 60_000);

  it('is revoked once online after an offline Exit', async () => {
    const { browser, tab, token } = await openBrowser();
    browser.isOnline = false;
    await tab.engine.logout(token);
    const isValid = async (): Promise<unknown> => {
      const body = JSON.stringify({ token });
      const headers = { 'content-type': 'application/json' };
      return (
        (await (await fetch(`${url}/api/verify-token`, { method: 'POST', headers, body })).json()) as { valid: unknown }
      ).valid;
    };
    expect(await isValid()).toBe(true);
    browser.isOnline = true;
    await tab.engine.sync();
    await expect.poll(isValid).toBe(false);
  }, 60_000);
});

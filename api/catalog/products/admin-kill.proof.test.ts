import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPurgeImagesJob } from '../../images/purge-images.job.ts';
import { createPurgeOrphanImagesJob } from '../../images/purge-orphan-images.job.ts';
import { createImageClient, drawTestImage, listImageFilesOf } from '../../testing/clients/image-client.ts';
import type { ImageClient } from '../../testing/clients/image-client.ts';
import { json } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';
import { startServerProcess, UNLIMITED_SERVER } from '../../testing/processes/server-process.ts';
import type { ServerProcess } from '../../testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from '../../testing/processes/shop-folder.ts';
import type { ShopFolder } from '../../testing/processes/shop-folder.ts';
import { signInAdmin } from '../../testing/clients/sign-in.ts';
import { findProducts } from '../reads/catalog.repository.ts';
import { holdWriteLock } from '../../testing/databases/hold-write-lock.ts';

const FIELDS = { title: 'Lamp', main_category: 'Light', category: 'Desk' };
const ADD = '/api/add-product?shop=pc';
const MONTH_MS = 31 * 86_400_000;
const ROUNDS = 5;

let folder: ShopFolder;
let server: ServerProcess;
let admin: ImageClient;

beforeEach(async () => {
  folder = await openShopFolder();
  await start();
});
afterEach(async () => {
  await server.kill();
  await folder.close();
});

/** Starts the server again; administrators' tokens survive. */
async function start(): Promise<void> {
  server = startServerProcess(folder.dataDir, SHOP_PROCESS_ENV, UNLIMITED_SERVER);
  admin = createImageClient(await server.url(), await signInAdmin(folder));
}

const lockDatabase = () => holdWriteLock(folder.context.database);

const readProduct = async (id: number) => (await findProducts(folder.context.database.reader, 'pc', [id]))[0];
const countProducts = (): Promise<number> => folder.context.products.countProducts('pc');
const readActions = async (): Promise<string[]> =>
  (await folder.context.database.reader.selectFrom('admin_audit').select('action').execute()).map(
    ({ action }) => action,
  );
const ignore = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

/** Uploads images of two colors for a product that does not exist yet. */
async function uploadTwo(productId: number, draft: string): Promise<string[]> {
  const ids = [`${draft}-1`, `${draft}-2`];
  for (const [index, id] of ids.entries()) {
    const bytes = await drawTestImage(index === 0 ? '#ff0000' : '#0000ff');
    const { status } = await admin.upload('pc', productId, [{ bytes, name: `${index + 1}.webp` }], id);
    expect(status).toBe(200);
  }
  return ids;
}

const add = (id: number, imageIds: readonly string[], key: string): Promise<Reply> =>
  admin.call('POST', ADD, { ...FIELDS, id, pictures: imageIds }, { 'idempotency-key': key });

/** Returns whether the first two images of a product and their previews are served. */
async function checkImages(id: number): Promise<boolean[]> {
  const paths = [1, 2].flatMap((number) => [`${number}.webp`, `preview/${number}.webp`]);
  const replies = await Promise.all(paths.map((path) => admin.call('GET', `/images/PCProducts/${id}/${path}`)));
  return replies.map(({ status, headers }) => status === 200 && headers['content-type'] === 'image/webp');
}
const ALL_SERVED = [true, true, true, true];

describe('a server that is killed while a product is added', () => {
  it('[fault 24] after the upload has no product; the same call succeeds later', async () => {
    const imageIds = await uploadTwo(1, 'draft');
    await server.kill();
    expect(await countProducts()).toBe(0);
    await start();
    const reply = await add(1, imageIds, 'add-1');
    expect([reply.status, json(reply)['imagecount']]).toEqual([200, 2]);
    expect(await checkImages(1)).toEqual(ALL_SERVED);
  });

  it('before its commit has no product and no audit entry; the same call succeeds later', async () => {
    const imageIds = await uploadTwo(1, 'draft');
    const before = await readActions();
    const unlock = await lockDatabase();
    ignore(add(1, imageIds, 'add-1'));
    await delay(300);
    await server.kill();
    await unlock();
    expect([await countProducts(), await readActions()]).toEqual([0, before]);
    await start();
    expect((await add(1, imageIds, 'add-1')).status).toBe(200);
    expect(await checkImages(1)).toEqual(ALL_SERVED);
  });

  it('[fault 25] after its commit has the product with its images; the same call adds no second one', async () => {
    const imageIds = await uploadTwo(1, 'draft');
    ignore(add(1, imageIds, 'add-1'));
    await expect.poll(() => readProduct(1), { interval: 1 }).toBeDefined();
    await server.kill();
    const before = await readProduct(1);
    await start();
    expect(await checkImages(1)).toEqual(ALL_SERVED);
    const reply = await add(1, imageIds, 'add-1');
    expect([reply.status, json(reply)]).toEqual([200, before]);
    expect((await readActions()).filter((action) => action === 'add-product')).toHaveLength(1);
  });
});

describe('a server that is killed while a product is changed', () => {
  const edit = (title: string, version: number, key: string) =>
    admin.call('PUT', '/api/edit-product/pc/1', { title }, { 'if-match': `"${version}"`, 'idempotency-key': key });

  it('has the old product before its commit and the new one after; the same call changes it once', async () => {
    await add(1, await uploadTwo(1, 'draft'), 'add-1');
    const before = await readProduct(1);
    const version = before?.seq ?? 0;
    const unlock = await lockDatabase();
    ignore(edit('Sofa', version, 'edit-1'));
    await delay(300);
    await server.kill();
    await unlock();
    expect(await readProduct(1)).toEqual(before);

    await start();
    ignore(edit('Sofa', version, 'edit-1'));
    await expect.poll(async () => (await readProduct(1))?.title, { interval: 1 }).toBe('Sofa');
    await server.kill();
    const after = await readProduct(1);
    await start();
    const reply = await edit('Sofa', version, 'edit-1');
    expect([reply.status, json(reply)]).toEqual([200, after]);
    expect(after).toMatchObject({ seq: version + 1, imagecount: 2 });
    expect(await checkImages(1)).toEqual(ALL_SERVED);
  });
});

it('a server killed at arbitrary times adds every product once with its images and leaves no stray file', async () => {
  /** Adds a product with two images and then a third one, as a device's outbox does: each step is repeated until it is answered. */
  const addAll = async (id: number): Promise<void> => {
    const until = async (step: () => Promise<{ status: number }>): Promise<void> => {
      for (;;) {
        const reply = await step().catch(() => undefined);
        if (reply?.status === 200) return;
        if (reply) throw new Error(`Product ${id} was rejected: ${JSON.stringify(reply)}`);
        await delay(50);
      }
    };
    const imageIds = [`p${id}-1`, `p${id}-2`];
    for (const [index, imageId] of imageIds.entries()) {
      const bytes = await drawTestImage('#00c000');
      await until(() => admin.upload('pc', id, [{ bytes, name: `${index + 1}.webp` }], imageId));
    }
    await until(() => add(id, imageIds, `add-${id}`));
    const bytes = await drawTestImage('#ffff00');
    await until(() => admin.upload('pc', id, [{ bytes, name: '1700000000000-3.webp' }], `p${id}-3`));
    await until(() =>
      admin.call('PUT', `/api/edit-product/pc/${id}`, { title: `Lamp ${id}` }, { 'idempotency-key': `edit-${id}` }),
    );
  };

  let nextId = 1;
  const run = { isOver: false };
  const device = async (): Promise<void> => {
    while (!run.isOver) await addAll(nextId++);
  };
  const devices = [device(), device()];
  for (let round = 0; round < ROUNDS; round++) {
    await delay(100 + Math.random() * 600);
    await server.kill();
    await start();
  }
  run.isOver = true;
  await Promise.all(devices);

  const { database, write, blobs, log } = folder.context;
  const ids = Array.from({ length: nextId - 1 }, (_, index) => index + 1);
  const products = await findProducts(database.reader, 'pc', ids);
  expect(products.map(({ id, title, imagecount }) => [id, title, imagecount])).toEqual(
    ids.map((id) => [id, `Lamp ${id}`, 3]),
  );
  for (const id of ids) expect([id, await checkImages(id)]).toEqual([id, ALL_SERVED]);
  await server.kill();

  const now = (): number => Date.now() + MONTH_MS;
  await createPurgeImagesJob({ database, write, blobs, log, now }).run();
  const purgeOrphans = createPurgeOrphanImagesJob({ database, blobs, log, now });
  await purgeOrphans.run();
  await purgeOrphans.run();
  const images = await database.reader.selectFrom('product_picture').select(['state', 'folder']).execute();
  expect(new Set(images.map(({ state }) => state))).toEqual(new Set(['live']));
  const files = await listImageFilesOf(folder, 'Pictures');
  const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
  expect([...folders].toSorted()).toEqual([...new Set(images.map((row) => row.folder))].toSorted());
}, 180_000);

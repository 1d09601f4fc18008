import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBucketOfTests } from '../testing/blobs/bucket-of-tests.ts';
import { signInBuyer, stockCameras } from '../testing/apps/order-app.ts';
import { drawTestImage, listImageFilesOf, signInImageClient } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { replaceCamera } from '../testing/apps/replace-product.ts';
import { json, send } from '../testing/clients/send.ts';
import { createRetentionJob } from '../retention.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CAMERA = 1;

let app: TestApp;
let admin: ImageClient;
let clockMs: number;
let bytes: Buffer;

beforeEach(async () => {
  clockMs = Date.now();
  app = await startTestApp({ now: () => clockMs });
  admin = await signInImageClient(app);
  bytes = await drawTestImage('red');
  await stockCameras(app, 5, CAMERA);
});
afterEach(() => app.stop());

const upload = (productId: number, count = 1, key?: string) =>
  admin.upload(
    'ayz',
    productId,
    Array.from({ length: count }, () => ({ bytes })),
    key,
  );
const purge = () => app.server.images.purge.run();
const listFiles = () => listImageFilesOf(app, 'Pictures', 'Editor');
const listIds = async () => {
  const rows = await app.context.database.reader.selectFrom('product_picture').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};
const previewStatus = async () => (await send(app.url, `/images/AYZProducts/${CAMERA}/preview/1.webp`)).status;
/** Deletes the camera, and waits until it can no longer be restored. */
async function deleteForGood(): Promise<void> {
  await app.context.products.deleteProducts('ayz', [CAMERA]);
  clockMs += 31 * DAY_MS;
  await createRetentionJob('trash', app.context).run();
  await purge();
}

describe('images staged for a product', () => {
  it('are deleted after a day, or after a month when the caller chose their ids', async () => {
    await upload(9, 2);
    await upload(9, 1, 'kept');
    clockMs += 23 * HOUR_MS;
    await purge();
    expect(await listIds()).toHaveLength(3);
    clockMs += 2 * HOUR_MS;
    await purge();
    expect(await listIds()).toEqual(['kept']);
    expect((await listFiles()).every((path) => path.startsWith('Pictures/pkept/'))).toBe(true);
    clockMs += 30 * DAY_MS;
    await purge();
    expect([await listIds(), await listFiles()]).toEqual([[], []]);
  });

  it('stay while their upload may still be running, for an hour', async () => {
    await upload(9, 1, 'coming');
    await app.context.database.writer.updateTable('product_picture').set({ state: 'coming' }).execute();
    clockMs += HOUR_MS / 2;
    await purge();
    expect(await listIds()).toEqual(['coming']);
    clockMs += HOUR_MS;
    await purge();
    expect([await listIds(), await listFiles()]).toEqual([[], []]);
  });
});

describe('images of a deleted product', () => {
  it('stay while it can be restored, and are then deleted', async () => {
    await upload(CAMERA, 2);
    await app.context.products.deleteProducts('ayz', [CAMERA]);
    clockMs += 29 * DAY_MS;
    await createRetentionJob('trash', app.context).run();
    await purge();
    expect([await previewStatus(), (await listIds()).length]).toEqual([200, 2]);
    clockMs += 2 * DAY_MS;
    await createRetentionJob('trash', app.context).run();
    await purge();
    expect([await previewStatus(), await listIds(), await listFiles()]).toEqual([404, [], []]);
  });

  it('are deleted as well when their files are named by numbers', async () => {
    const { blobs, products } = app.context;
    for (const name of ['1', '1-800', 'preview/1', '2']) await blobs.put(`AYZProducts/1/${name}.webp`, bytes);
    await blobs.put('AYZProducts/2/1.webp', bytes);
    await products.saveProducts('ayz', [{ id: CAMERA, fields: {}, images: { imagecount: 2, placeholder: '' } }]);
    await deleteForGood();
    expect(await listImageFilesOf(app, 'AYZProducts')).toEqual(['AYZProducts/2/1.webp']);
    expect(await listIds()).toEqual([]);
  });

  it.each(['held', 'free'] as const)('stay when an order with %s units shows them', async (state) => {
    await upload(CAMERA, 2);
    const buyer = await signInBuyer(app, 'alice');
    const { order } = json(await buyer.buy()) as { order: { id: string } };
    // The buyer deletes the order from their list; administrators still see it.
    if (state === 'free') expect((await buyer.call('DELETE', `/api/purchase/${order.id}`)).status).toBe(204);
    const { reader } = app.context.database;
    expect(await reader.selectFrom('purchase').select('stock_state').execute()).toEqual([{ stock_state: state }]);
    await deleteForGood();
    expect([await previewStatus(), (await listIds()).length]).toEqual([200, 1]);
    expect((await send(app.url, `/images/AYZProducts/${CAMERA}/2.webp`)).status).toBe(404);
  });

  it('stay when a chat shows them', async () => {
    await app.context.blobs.put('AYZProducts/1/preview/1.webp', bytes);
    const buyer = await signInBuyer(app, 'alice');
    await buyer.call('POST', '/api/chats', { productId: CAMERA, buyerGoogleId: buyer.sub });
    await deleteForGood();
    expect(await previewStatus()).toBe(200);
  });

  it('are deleted with the last chat that showed them, even while another product has the same id', async () => {
    await upload(CAMERA, 2);
    const buyer = await signInBuyer(app, 'alice');
    await buyer.call('POST', '/api/chats', { productId: CAMERA, buyerGoogleId: buyer.sub });
    await replaceCamera(app);
    await upload(CAMERA);
    await purge();
    expect(await listIds()).toHaveLength(2);
    const erased = await buyer.call('DELETE', '/api/my-data', { confirmation: 'delete my data' });
    expect(erased.status).toBe(204);
    await purge();
    expect([await previewStatus(), (await listIds()).length]).toEqual([200, 1]);
  });

  it('are replaced by the images of another product with the same id', async () => {
    const [old] = (await upload(CAMERA)).pictures;
    const { imagecount } = (await app.context.database.reader
      .selectFrom('product')
      .select('imagecount')
      .executeTakeFirst()) ?? { imagecount: 0 };
    expect(imagecount).toBe(1);
    await admin.call('DELETE', `/api/delete-product/ayz/${CAMERA}`);
    await upload(CAMERA, 1, 'new');
    const added = await admin.call('POST', '/api/add-product?shop=ayz', {
      id: CAMERA,
      title: 'Other',
      main_category: 'Photo',
      category: 'Cameras',
    });
    expect(added.status).toBe(200);
    await purge();
    expect(await listIds()).toEqual(['new']);
    expect((await listFiles()).some((path) => path.includes(String(old?.id)))).toBe(false);
  });
});

describe('files without a row', () => {
  const leaveUnfinished = async (path: string, ageMs = 0): Promise<void> => {
    const file = join(app.context.config.dataDir, 'images', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, bytes);
    await utimes(file, new Date(clockMs - ageMs), new Date(clockMs - ageMs));
  };

  it('are reported, and deleted a day later; nothing else is', async () => {
    await upload(CAMERA, 1, 'shown');
    const own = await listFiles();
    const lost = ['Pictures/plost/1.webp', 'Pictures/stray/1.webp', 'Editor/plost.webp'];
    const others = ['PCProducts/77/1.webp', 'ChatPhotos/x/p1.webp'];
    for (const path of [...lost, ...others]) await app.context.blobs.put(path, bytes);
    const orphans = ['Pictures/plost', 'Pictures/stray', 'Editor/plost.webp'];
    const { purgeOrphans } = app.server.images;
    expect((await purgeOrphans.run()).toSorted()).toEqual(orphans.toSorted());
    clockMs += 23 * HOUR_MS;
    expect(await purgeOrphans.run()).toHaveLength(3);
    expect(await listFiles()).toHaveLength(own.length + 3);
    clockMs += 2 * HOUR_MS;
    await purgeOrphans.run();
    expect(await purgeOrphans.run()).toEqual([]);
    expect(await listFiles()).toEqual(own);
    expect(await listImageFilesOf(app, 'PCProducts', 'ChatPhotos')).toHaveLength(2);
  });

  it.skipIf(hasBucketOfTests)('that were never finished are deleted after an hour', async () => {
    await leaveUnfinished('Editor/.half', 2 * HOUR_MS);
    await leaveUnfinished('Pictures/.half', 2 * HOUR_MS);
    await leaveUnfinished('Pictures/.new');
    await app.server.images.purgeOrphans.run();
    expect(await listFiles()).toEqual(['Pictures/.new']);
  });
});

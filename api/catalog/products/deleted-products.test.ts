import { afterEach, beforeEach, expect, it } from 'vitest';
import { TRASH_DAYS } from '#contract/limits.ts';
import { signInBuyer, stockCameras } from '../../testing/apps/order-app.ts';
import { colourOf, drawTestImage, listImageFilesOf, signInImageClient } from '../../testing/clients/image-client.ts';
import type { ImageClient } from '../../testing/clients/image-client.ts';
import { json } from '../../testing/clients/send.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { createRetentionJob } from '../../retention.ts';
import { findProducts } from '../reads/catalog.repository.ts';

const FIELDS = { title: 'Lamp', main_category: 'Light', category: 'Desk' };
const DAY_MS = 86_400_000;
const CAMERA = 1;

let app: TestApp;
let admin: ImageClient;
let clockMs: number;

beforeEach(async () => {
  clockMs = Date.now();
  app = await startTestApp({ now: () => clockMs });
  admin = await signInImageClient(app);
});
afterEach(() => app.stop());

const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const reply = await admin.call(method, path, body);
  return reply.body.length > 0 ? json(reply) : { status: reply.status };
};
const read = async (id: number) => (await findProducts(app.context.database.reader, 'pc', [id]))[0];
/** Color of a product's first image; undefined when there is none. */
const firstColour = async (id: number): Promise<string | undefined> => {
  const { status, body } = await admin.call('GET', `/images/PCProducts/${id}/1.webp`);
  return status === 200 ? colourOf(body) : undefined;
};
const files = () => listImageFilesOf(app, 'Pictures');

/** Adds a product with one image of a color; returns its id. */
async function addProduct(colour: string, more: object = {}): Promise<number> {
  const { nextId } = await call('GET', '/api/next-id?shop=pc');
  const id = Number('id' in more ? more.id : nextId);
  await admin.upload('pc', id, [{ bytes: await drawTestImage(colour) }]);
  await call('POST', '/api/add-product?shop=pc', { ...FIELDS, ...more, id });
  return id;
}

it('a restored product has its images, under addresses that no cache holds', async () => {
  const id = await addProduct('#ff0000');
  const before = await read(id);
  await call('DELETE', `/api/delete-product/pc/${id}`);
  expect(await read(id)).toBeUndefined();
  await call('POST', `/api/restore-product/pc/${id}`);
  expect(await read(id)).toMatchObject({ imagecount: 1, placeholder: before?.placeholder });
  expect((await read(id))?.image_version).toBeGreaterThan(before?.image_version ?? 0);
  expect(await firstColour(id)).toBe('red');
});

it('another product with the same id has its own images; those of the first one are deleted', async () => {
  const id = await addProduct('#ff0000');
  const [version, before] = [(await read(id))?.image_version ?? 0, await files()];
  await call('DELETE', `/api/delete-product/pc/${id}`);
  await addProduct('#0000ff', { id, title: 'Sofa' });
  expect(await read(id)).toMatchObject({ title: 'Sofa', imagecount: 1 });
  expect((await read(id))?.image_version).toBeGreaterThan(version);
  expect(await firstColour(id)).toBe('blue');
  await app.server.images.purge.run();
  expect((await files()).filter((file) => before.includes(file))).toEqual([]);
  expect(await call('GET', '/api/deleted-products?shop=pc')).toEqual({ products: [] });
});

it('an imported row may take the id of a deleted product', async () => {
  const id = await addProduct('#ff0000');
  await call('DELETE', `/api/delete-product/pc/${id}`);
  const row = { ...FIELDS, id: String(id), title: 'From a table' };
  await call('POST', '/api/import-products?shop=pc', { rows: [row], dryRun: true });
  expect((await call('GET', '/api/deleted-products?shop=pc'))['products']).toHaveLength(1);
  await call('POST', '/api/import-products?shop=pc', { rows: [row], dryRun: false });
  expect(await read(id)).toMatchObject({ title: 'From a table', imagecount: 0 });
  await admin.upload('pc', id, [{ bytes: await drawTestImage('#0000ff') }]);
  expect(await firstColour(id)).toBe('blue');
});

it('a deleted product is purged after its time, with its images and the uses of its editor images', async () => {
  const { imageUrl } = await admin.uploadToEditor('pc', 1, await drawTestImage('#00c000'));
  const description = `<p>See <img src="${String(imageUrl)}" alt="green"></p>`;
  const id = await addProduct('#ff0000', { description });
  expect((await read(id))?.description).toBe(description);
  const listUses = () => app.context.database.reader.selectFrom('editor_picture_use').select('product_id').execute();

  await call('DELETE', `/api/delete-product/pc/${id}`);
  clockMs += (TRASH_DAYS - 1) * DAY_MS;
  admin = await signInImageClient(app);
  await createRetentionJob('trash', app.context).run();
  await app.server.images.purge.run();
  expect([await listUses(), (await files()).length > 0]).toEqual([[{ product_id: id }], true]);

  clockMs += 2 * DAY_MS;
  await createRetentionJob('trash', app.context).run();
  await app.server.images.purge.run();
  expect([await listUses(), await files()]).toEqual([[], []]);
});

it('[IMG2] another product under a purged id has its images under addresses that no cache holds', async () => {
  const id = await addProduct('#ff0000');
  const { image_version } = (await read(id)) ?? {};
  await call('DELETE', `/api/delete-product/pc/${id}`);
  clockMs += (TRASH_DAYS + 1) * DAY_MS;
  admin = await signInImageClient(app);
  await createRetentionJob('trash', app.context).run();
  await addProduct('#0000ff', { id });
  expect((await read(id))?.image_version).toBeGreaterThan(image_version ?? 0);
});

it('an imported row under the id of a deleted product does not show the image that an order still shows', async () => {
  await stockCameras(app, 5, CAMERA);
  await admin.upload('ayz', CAMERA, [{ bytes: await drawTestImage('#ff0000') }]);
  const buyer = await signInBuyer(app, 'alice');
  expect((await buyer.buy()).status).toBe(200);
  await call('DELETE', `/api/delete-product/ayz/${CAMERA}`);
  await call('POST', '/api/import-products?shop=ayz', { rows: [{ ...FIELDS, id: String(CAMERA) }], dryRun: false });
  expect(await admin.list('ayz', CAMERA)).toEqual([]);
  await admin.upload('ayz', CAMERA, [{ bytes: await drawTestImage('#0000ff') }]);
  const { body } = await admin.call('GET', `/images/AYZProducts/${CAMERA}/1.webp`);
  expect([await colourOf(body), await admin.list('ayz', CAMERA)]).toEqual(['blue', ['1.webp']]);
});

it('an external id that another product has taken meanwhile stays with that product', async () => {
  const { products } = app.context;
  await products.saveProducts('pc', [{ external_id: 'part-1', fields: FIELDS }]);
  await call('DELETE', '/api/delete-product/pc/1');
  await products.saveProducts('pc', [{ external_id: 'part-1', fields: { ...FIELDS, title: 'Other' } }]);
  expect(await call('POST', '/api/restore-product/pc/1')).toMatchObject({ id: 1, title: 'Lamp' });
  expect(await products.saveProducts('pc', [{ external_id: 'part-1', fields: { rate: 1 } }])).toEqual([
    { outcome: 'changed', id: 2 },
  ]);
});

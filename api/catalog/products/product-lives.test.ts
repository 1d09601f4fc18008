import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '#contract/products/product.ts';
import { CAMERA_ID, signInBuyer, stockCameras } from '../../testing/apps/order-app.ts';
import type { Buyer } from '../../testing/apps/order-app.ts';
import { replaceCamera, WAYS } from '../../testing/apps/replace-product.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { openChatClient } from '../../testing/clients/chat-client.ts';
import { colourOf, drawTestImage, listImageFilesOf, signInImageClient } from '../../testing/clients/image-client.ts';
import type { ImageClient } from '../../testing/clients/image-client.ts';
import { json } from '../../testing/clients/send.ts';
import type { Reply } from '../../testing/clients/send.ts';
import { findProducts } from '../reads/catalog.repository.ts';
import { addViews } from './view.repository.ts';

const IMAGES = `/api/product-images/ayz/${CAMERA_ID}`;

let app: TestApp;
let admin: ImageClient;
let alice: Buyer;
/** `seq` of the camera, as an administrator's form shows it. */
let seen: number;

beforeEach(async () => {
  app = await startTestApp();
  admin = await signInImageClient(app);
  await stockCameras(app, 5);
  await upload('#ff0000');
  await upload('#00c000');
  seen = (await readProduct())?.seq ?? 0;
  alice = await signInBuyer(app, 'alice');
});
afterEach(() => app.stop());

const upload = async (colour: string, at?: number, key?: string) =>
  admin.upload('ayz', CAMERA_ID, [{ bytes: await drawTestImage(colour) }], key, undefined, at);
const readProduct = async (): Promise<Product | undefined> =>
  (await findProducts(app.context.database.reader, 'ayz', [CAMERA_ID]))[0];
const codeOf = (reply: Reply) => [reply.status, json(reply)['code']];
const colourAt = async (path: string): Promise<string | number> => {
  const { status, body } = await admin.call('GET', path);
  return status === 200 ? colourOf(body) : status;
};

describe.each(WAYS)('a product that gets a used id %s', (way) => {
  it('[LIFE3] has its own images; orders and chats keep the image of the earlier product', async () => {
    await alice.buy();
    const chats = await openChatClient(app, 'alice');
    await chats.call('POST', '/api/chats', { productId: CAMERA_ID, buyerGoogleId: chats.sub });
    await chats.pull();
    const previews = [(await alice.orders())[0]?.preview ?? '', [...chats.chats.values()][0]?.preview ?? ''];
    await replaceCamera(app, way);
    expect(await admin.list('ayz', CAMERA_ID)).toEqual([]);
    await upload('#0000ff');
    await app.server.images.purge.run();
    expect(await Promise.all(previews.map(colourAt))).toEqual(['red', 'red']);
    const version = (await readProduct())?.image_version ?? 0;
    expect(await colourAt(`/images/AYZProducts/${CAMERA_ID}/1.webp?v=${version}`)).toBe('blue');
    expect(await colourAt(`/images/AYZProducts/${CAMERA_ID}/1.webp`)).toBe('blue');
    await upload('#00c000');
    expect(await admin.call('PUT', IMAGES, { images: ['2.webp'] })).toMatchObject({ status: 200 });
    expect(await Promise.all(previews.map(colourAt))).toEqual(['red', 'red']);

    // The image that the order and the chat show survives a second replacement as well.
    await replaceCamera(app, way);
    await app.server.images.purge.run();
    expect(await listImageFilesOf(app, 'Pictures')).not.toEqual([]);
    expect(await Promise.all(previews.map(colourAt))).toEqual(['red', 'red']);
    expect(await admin.list('ayz', CAMERA_ID)).toEqual([]);
  });

  it('[LIFE4] is not changed by an edit of the earlier product', async () => {
    await replaceCamera(app, way);
    const before = await readProduct();
    const edit = admin.call(
      'PUT',
      `/api/edit-product/ayz/${CAMERA_ID}`,
      { title: 'Camera, used' },
      { 'if-match': `"${seen}"` },
    );
    expect(codeOf(await edit)).toEqual([404, 'not-found']);
    expect(await readProduct()).toEqual(before);
  });

  it('[LIFE4] is not returned to a repeated call for the earlier product', async () => {
    const key = { 'idempotency-key': 'edit-1' };
    const edit = () => admin.call('PUT', `/api/edit-product/ayz/${CAMERA_ID}`, { title: 'Camera, used' }, key);
    expect((await edit()).status).toBe(200);
    await replaceCamera(app, way);
    expect(codeOf(await edit())).toEqual([404, 'not-found']);
  });

  it('[LIFE4] keeps its own images, whatever an outbox still sends for the earlier product', async () => {
    await replaceCamera(app, way);
    await upload('#0000ff');
    await upload('#ffff00');
    const before = await readProduct();
    const names = await admin.list('ayz', CAMERA_ID);
    expect((await upload('#ff0000', seen, 'late')).code).toBe('not-found');
    const order = { images: ['2.webp'] };
    expect(codeOf(await admin.call('PUT', `${IMAGES}?seen=${seen}`, order))).toEqual([404, 'not-found']);
    expect(codeOf(await admin.call('DELETE', `${IMAGES}/1.webp?seen=${seen}`))).toEqual([404, 'not-found']);
    const remove = (at: number) => admin.call('DELETE', `/api/delete-product/ayz/${CAMERA_ID}?seen=${at}`);
    expect(codeOf(await remove(seen))).toEqual([404, 'not-found']);
    expect([await readProduct(), await admin.list('ayz', CAMERA_ID)]).toEqual([before, names]);

    const now = before?.seq ?? 0;
    expect((await upload('#ff0000', now, 'in-time')).status).toBe(200);
    expect((await admin.call('PUT', `${IMAGES}?seen=${now}`, order)).status).toBe(200);
    expect((await remove(now)).status).toBe(204);
  });

  it('[LIFE5] starts without the views of the earlier product', async () => {
    await addViews(app.context.write, 'ayz', new Map([[CAMERA_ID, 2]]));
    expect((await readProduct())?.view_count).toBe(2);
    await replaceCamera(app, way);
    expect((await readProduct())?.view_count).toBe(0);
    const { epoch } = app.context.states;
    const page = await admin.call('GET', `/api/sync/ayz/changes?epoch=${epoch}&since=0&views=0`);
    expect(json(page)).toMatchObject({ views: [[CAMERA_ID, 0]] });
  });
});

it('[LIFE4] an added product keeps its identity through edits and the trash; another product with its id has a different one', async () => {
  const fields = { title: 'Lens', main_category: 'Photo', category: 'Lenses', good_condition_price: '5' };
  const add = (key: string) =>
    admin.call('POST', '/api/add-product?shop=ayz', { ...fields, id: 7 }, { 'idempotency-key': key });
  const identityOf = async () => (await findProducts(app.context.database.reader, 'ayz', [7]))[0]?.identity;
  expect((await readProduct())?.identity).toBeUndefined();
  const { identity } = json(await add('first'));
  expect(identity).toMatch(/^[\w-]{16}$/);
  await admin.call('PUT', '/api/edit-product/ayz/7', { title: 'Lens, used' });
  await app.context.products.saveProducts('ayz', [{ id: 7, fields: { title: 'Lens' } }]);
  expect(await identityOf()).toBe(identity);
  await app.context.products.deleteProducts('ayz', [7]);
  await admin.call('POST', '/api/restore-product/ayz/7');
  expect(await identityOf()).toBe(identity);
  await app.context.products.deleteProducts('ayz', [7]);
  await add('second');
  expect(await identityOf()).not.toBe(identity);
  expect(await identityOf()).toMatch(/^[\w-]{16}$/);
});

it('[LIFE4] a late image for a deleted product is not given to the next product with its id', async () => {
  await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
  expect((await upload('#ff0000', seen, 'late')).code).toBe('not-found');
  await replaceCamera(app);
  expect(await admin.list('ayz', CAMERA_ID)).toEqual([]);
});

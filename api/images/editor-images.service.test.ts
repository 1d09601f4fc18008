import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editorImagePath } from '#contract/products/admin-product.ts';
import { BlobStoreError } from '../storage/blobs/blob-store-error.ts';
import { drawTestImage, listImageFilesOf, signInImageClient } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { createRetentionJob } from '../retention.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const DAY_MS = 86_400_000;
const LAMP = 1;
const FAN = 2;

let app: TestApp;
let admin: ImageClient;
let clockMs: number;
let bytes: Buffer;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  app = await startTestApp({ now: () => clockMs });
  admin = await signInImageClient(app);
  bytes = await drawTestImage('red', 300, 200);
  await app.context.products.saveProducts(
    'pc',
    [LAMP, FAN].map((id) => ({ id, fields: { title: `Lamp ${id}`, main_category: 'Light', category: 'Desk' } })),
  );
});
afterEach(() => app.stop());

const show = (...ids: readonly string[]): string =>
  ids.map((id) => `<p><img src="${editorImagePath(id)}" alt=""></p>`).join('');
const describeProduct = async (id: number, ...images: readonly string[]): Promise<void> => {
  const reply = await admin.call('PUT', `/api/edit-product/pc/${id}`, { description: show(...images) });
  expect(reply.status).toBe(200);
};
const upload = (key?: string, productId = 9) => admin.uploadToEditor('pc', productId, bytes, key);
const remove = (src: string) => admin.call('POST', '/api/tiptap-delete-image', { src });
const statusOf = async (id: string) => (await send(app.url, editorImagePath(id))).status;
const listFiles = () => listImageFilesOf(app, 'Editor');
const purge = () => app.server.images.purge.run();

it('uploads for descriptions and new products are in the audit log, a repeated upload only once', async () => {
  await upload('image-1');
  await upload('image-1');
  await admin.upload('pc', 9, [{ bytes }], undefined, '4.5');
  const query = app.context.database.reader.selectFrom('admin_audit').select(['action', 'subject', 'after']);
  const entries = await query.where('action', 'like', 'upload-%').orderBy('number').execute();
  expect(entries).toMatchObject([
    { action: 'upload-editor-picture', subject: 'pc/9', after: '{"image":"/images/editor/image-1.webp"}' },
    { action: 'upload-images', subject: 'pc/9' },
  ]);
});

describe('an image of a description', () => {
  it('[IMG7] can be uploaded again under its key soon after an outage of its store', async () => {
    const { blobs } = app.context;
    const away = new BlobStoreError('BLOBS_UNREACHABLE', 'the object store is away');
    const failing = [vi.spyOn(blobs, 'put').mockRejectedValue(away), vi.spyOn(blobs, 'delete').mockRejectedValue(away)];
    expect(await upload('image-1')).toMatchObject({ code: 'not-ready' });
    expect(await upload('image-1')).toMatchObject({ code: 'in-progress' });
    for (const spy of failing) spy.mockRestore();
    await expect.poll(() => upload('image-1'), { interval: 200 }).toEqual({ imageUrl: '/images/editor/image-1.webp' });
  });

  it('has its own address, as one WebP file that never changes', async () => {
    const body = await upload('image-1');
    expect(body).toEqual({ imageUrl: '/images/editor/image-1.webp' });
    const reply = await send(app.url, '/images/editor/image-1.webp');
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(await sharp(reply.body).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
    expect(await listFiles()).toEqual(['Editor/pimage-1.webp']);
    expect(await upload('image-1')).toEqual(body);
    expect((await admin.uploadToEditor('smart', 9, bytes, 'image-1'))['code']).toBe('idempotency-conflict');
    const other = await upload();
    expect(other['imageUrl']).toMatch(/^\/images\/editor\/made-[\w-]+\.webp$/);
  });

  it('[IMG4] is rejected when it is not an image, and nothing is stored', async () => {
    for (const [wrong, code] of [
      [Buffer.from('hello'), 'unsupported-media-type'],
      [Buffer.alloc(0), 'unsupported-media-type'],
      [Buffer.alloc(15_728_641, 0xff), 'too-large'],
    ] as const) {
      expect((await admin.uploadToEditor('pc', 9, wrong, 'x'))['code']).toBe(code);
    }
    expect((await admin.uploadToEditor('nope', 9, bytes))['code']).toBe('unknown-shop');
    expect((await upload('made-1'))['code']).toBe('bad-request');
    expect(await listFiles()).toEqual([]);
  });

  it('stays while any product shows it, and a month longer', async () => {
    await upload('a', LAMP);
    await describeProduct(LAMP, 'a');
    await describeProduct(FAN, 'a');
    clockMs += 40 * DAY_MS;
    admin = await signInImageClient(app);
    await purge();
    await describeProduct(LAMP);
    await purge();
    expect(await statusOf('a')).toBe(200);
    await describeProduct(FAN);
    clockMs += 29 * DAY_MS;
    await purge();
    expect(await statusOf('a')).toBe(200);
    clockMs += 2 * DAY_MS;
    await purge();
    expect([await statusOf('a'), await listFiles()]).toEqual([404, []]);
  });

  it('stays when its address has a query', async () => {
    await upload('a');
    await admin.call('PUT', `/api/edit-product/pc/${LAMP}`, {
      description: `<img src="${editorImagePath('a')}?v=1">`,
    });
    clockMs += 31 * DAY_MS;
    await purge();
    expect(await statusOf('a')).toBe(200);
  });

  it('expires after a month when no product ever showed it', async () => {
    await upload('a');
    clockMs += 29 * DAY_MS;
    await purge();
    expect(await statusOf('a')).toBe(200);
    clockMs += 2 * DAY_MS;
    await purge();
    expect([await statusOf('a'), await listFiles()]).toEqual([404, []]);
  });

  it('stays with a deleted product that can be restored', async () => {
    await upload('a', LAMP);
    await describeProduct(LAMP, 'a');
    await admin.call('DELETE', `/api/delete-product/pc/${LAMP}`);
    clockMs += 29 * DAY_MS;
    await createRetentionJob('trash', app.context).run();
    await purge();
    expect(await statusOf('a')).toBe(200);
    admin = await signInImageClient(app);
    expect(json(await admin.call('POST', `/api/restore-product/pc/${LAMP}`))['description']).toContain('editor/a.webp');
    await admin.call('DELETE', `/api/delete-product/pc/${LAMP}`);
    clockMs += 31 * DAY_MS;
    await createRetentionJob('trash', app.context).run();
    clockMs += 31 * DAY_MS;
    await purge();
    expect([await statusOf('a'), await listFiles()]).toEqual([404, []]);
  });
});

/** Delays the deletion of files, like a slow bucket or a long queue. Returns a function that ends the delay. */
function holdFileDeletion(): () => void {
  const { blobs } = app.context;
  const deleteFile = blobs.delete.bind(blobs);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(blobs, 'delete').mockImplementation((path) => released.then(() => deleteFile(path)));
  return release;
}

describe('[IMG8] a read right after an acknowledged deletion', () => {
  let release: () => void;
  beforeEach(async () => {
    for (const id of ['first', 'a', 'b']) await upload(id);
    release = holdFileDeletion();
    // The deletion of its file lasts until the end of each test.
    await remove('/images/editor/first.webp');
  });
  afterEach(() => release());

  it('no longer gets the image', async () => {
    expect((await remove('/images/editor/a.webp')).status).toBe(204);
    expect([await statusOf('a'), await statusOf('b')]).toEqual([404, 200]);
  });

  it('no longer gets the images of a form that was reset', async () => {
    expect((await admin.call('DELETE', '/api/tiptap-delete-folder/pc/9')).status).toBe(204);
    expect([await statusOf('a'), await statusOf('b')]).toEqual([404, 404]);
  });

  it('no longer gets the image once the last product that shows it is saved without it', async () => {
    await describeProduct(LAMP, 'a');
    expect((await remove('/images/editor/a.webp')).status).toBe(204);
    expect(await statusOf('a')).toBe(200);
    await describeProduct(LAMP);
    expect(await statusOf('a')).toBe(404);
  });
});

describe('a deleted image', () => {
  it('is gone at once when no product shows it', async () => {
    await upload('a');
    expect((await remove('/images/editor/a.webp')).status).toBe(204);
    expect(await statusOf('a')).toBe(404);
    await expect.poll(listFiles).toEqual([]);
    await expect.poll(async () => (await remove('/images/editor/a.webp')).status).toBe(404);
    // It may be uploaded again.
    await expect.poll(() => upload('a')).toEqual({ imageUrl: '/images/editor/a.webp' });
  });

  it('is gone with the last product that shows it', async () => {
    await upload('a', LAMP);
    await describeProduct(LAMP, 'a');
    await describeProduct(FAN, 'a');
    expect((await remove('/images/editor/a.webp')).status).toBe(204);
    await describeProduct(LAMP);
    await purge();
    expect(await statusOf('a')).toBe(200);
    await describeProduct(FAN);
    await purge();
    expect([await statusOf('a'), await listFiles()]).toEqual([404, []]);
  });

  it.each([
    ['/etc/passwd', 400],
    ['//evil.example/images/editor/a.webp', 400],
    ['https://evil.example/images/editor/a.webp', 400],
    ['/images/editor/../PCProducts/1/1.webp', 400],
    ['/images/editor/%2e%2e%2fa.webp', 400],
    ['/images/PCProducts/1/1.webp', 400],
    ['/images/editor/a.webp\0', 400],
    ['', 400],
    ['/images/editor/other.webp', 404],
  ])('must have an editor address: %j is answered with %i', async (src, status) => {
    await upload('a');
    expect((await remove(src)).status).toBe(status);
    expect(await statusOf('a')).toBe(200);
  });
});

describe('the images of a form that is reset', () => {
  const reset = (id: number, client = admin) => client.call('DELETE', `/api/tiptap-delete-folder/pc/${id}`);

  it('are deleted, except those of another administrator, of another product, or shown by a product', async () => {
    await upload('mine');
    await upload('shown');
    await upload('elsewhere', 10);
    await describeProduct(LAMP, 'shown');
    const other = await signInImageClient(app);
    await other.uploadToEditor('pc', 9, bytes, 'theirs');
    expect((await reset(9)).status).toBe(204);
    await expect.poll(async () => (await listFiles()).length).toBe(3);
    expect(await listFiles()).not.toContain('Editor/pmine.webp');
    expect((await reset(9)).status).toBe(204);
  });

  it('stay when a product with the id of the form exists', async () => {
    await upload('a', LAMP);
    expect(json(await reset(LAMP))['code']).toBe('product-exists');
    await purge();
    expect(await statusOf('a')).toBe(200);
    expect((await reset(0)).status).toBe(404);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiError } from '#contract/http/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { Product } from '#contract/products/product.ts';
import {
  colourOf,
  createImageClient,
  drawTestImage,
  listImageFilesOf,
  signInImageClient,
} from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { processUpload } from './processing/image-pipeline.ts';
import { createImageUploads } from './image-uploads.service.ts';

const LAMP = 1;
const NEW_ID = 7;

let app: TestApp;
let admin: ImageClient;
let [red, lime, blue, white]: Buffer[] = [];

beforeEach(async () => {
  app = await startTestApp();
  admin = await signInImageClient(app);
  [red, lime, blue, white] = await Promise.all(['red', 'lime', 'blue', 'white'].map((colour) => drawTestImage(colour)));
  await app.context.products.saveProducts('pc', [
    { id: LAMP, fields: { title: 'Lamp', main_category: 'Light', category: 'Desk', price: '9.99' } },
  ]);
});
afterEach(() => app.stop());

const bytesOf = (...images: (Buffer | undefined)[]) => images.map((bytes) => ({ bytes: bytes ?? Buffer.alloc(0) }));

const getProduct = async (id = LAMP): Promise<Product> =>
  json(await send(app.url, `/api/products/${id}?shop=pc`)) as unknown as Product;

const colourAt = async (path: string): Promise<string | number> => {
  const reply = await send(app.url, path);
  return reply.status === 200 ? colourOf(reply.body) : reply.status;
};
const coloursOf = (count: number, id = LAMP) =>
  Promise.all(Array.from({ length: count }, (_, index) => colourAt(`/images/PCProducts/${id}/${index + 1}.webp`)));

const listRows = () =>
  app.context.database.reader
    .selectFrom('product_picture')
    .select(['id', 'name', 'position', 'state'])
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Stores images of the lamp as the seed does: files named by their numbers, without rows. */
async function seedImages(...colours: (Buffer | undefined)[]): Promise<void> {
  let placeholder = '';
  for (const [index, bytes] of colours.entries()) {
    const image = await processUpload(bytes ?? Buffer.alloc(0));
    if (index === 0) ({ placeholder } = image);
    const { context } = app;
    await context.blobs.put(`PCProducts/1/${index + 1}.webp`, image.full.get(1_600) ?? Buffer.alloc(0));
    await context.blobs.put(`PCProducts/1/preview/${index + 1}.webp`, image.previews.get(400) ?? Buffer.alloc(0));
  }
  await app.context.products.saveProducts('pc', [
    { id: LAMP, fields: {}, images: { imagecount: colours.length, placeholder } },
  ]);
}

describe('images uploaded for a product', () => {
  it('are shown at once, in all widths, after the images that it already has', async () => {
    const before = await getProduct();
    const first = await admin.upload('pc', LAMP, bytesOf(red, lime));
    expect([first.status, first.images]).toEqual([200, ['1.webp', '2.webp']]);
    expect(first.pictures[0]).toMatchObject({ name: '1.webp', width: 60, height: 40 });
    const product = await getProduct();
    expect(product).toMatchObject({ imagecount: 2, image_version: before.image_version + 1 });
    expect(product.placeholder).toBe(first.pictures[0]?.placeholder);
    expect(product.seq).toBeGreaterThan(before.seq);
    expect(product.updated_at > before.updated_at).toBe(true);

    await admin.upload('pc', LAMP, bytesOf(blue));
    expect(await coloursOf(4)).toEqual(['red', 'lime', 'blue', 404]);
    for (const name of ['preview/1', 'preview/1-200', 'preview/1-800', '1-800']) {
      expect(await colourAt(`/images/PCProducts/1/${name}.webp?v=2`)).toBe('red');
    }
    expect(await getProduct()).toMatchObject({ imagecount: 3, image_version: product.image_version + 1 });
  });

  it('keep their file names, or get new ones where these are invalid or taken', async () => {
    const one = await admin.upload('pc', LAMP, [
      { bytes: red ?? Buffer.alloc(0), name: '1732181000000-2.webp' },
      { bytes: lime ?? Buffer.alloc(0), name: '../../etc/passwd' },
      { bytes: blue ?? Buffer.alloc(0), name: '1732181000000-2.webp' },
    ]);
    const [first, second, third] = one.images;
    expect(first).toBe('1732181000000-2.webp');
    expect([second, third]).toEqual([
      expect.stringMatching(/^\d{13}-1\.webp$/),
      expect.stringMatching(/^\d{13}-2\.webp$/),
    ]);
    expect(await admin.list('pc', LAMP)).toEqual([first, second, third]);
    expect(await colourAt(`/api/images/PCProducts/1/${second}`)).toBe('lime');
  });

  it('are stored once, however often they are sent with one key', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => admin.upload('pc', LAMP, bytesOf(red), 'picture-1')));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect((await admin.upload('pc', LAMP, bytesOf(lime), 'picture-1')).pictures).toMatchObject([{ id: 'picture-1' }]);
    expect(await getProduct()).toMatchObject({ imagecount: 1, image_version: 1 });
    expect(await coloursOf(1)).toEqual(['red']);
    expect((await admin.upload('smart', LAMP, bytesOf(red), 'picture-1')).code).toBe('idempotency-conflict');
    // A new token belongs to the same administrator.
    const again = await signInImageClient(app);
    expect((await again.upload('pc', LAMP, bytesOf(red), 'picture-1')).status).toBe(200);
  });

  it('are published as a change and recorded in the audit log', async () => {
    const { seq } = await getProduct();
    const heard: number[] = [];
    app.context.bus.subscribe((event) => event.type === 'products-changed' && heard.push(event.seq));
    await admin.upload('products', LAMP, bytesOf(red)).then(({ status }) => expect(status).toBe(200));
    expect(heard).toEqual([]);
    await admin.upload('pc', LAMP, bytesOf(red));
    expect(heard).toEqual([seq + 1]);
    const audit = await app.context.database.reader.selectFrom('admin_audit').selectAll().execute();
    expect(audit).toMatchObject([
      { action: 'upload-images', after: '{"images":["1.webp"]}' },
      { action: 'add-pictures', subject: 'pc/1', before: '{"images":[]}', after: '{"images":["1.webp"]}' },
    ]);
  });
});

describe('images uploaded for a product that is not added yet', () => {
  const add = (body: object, client = admin) =>
    client.call('POST', '/api/add-product?shop=pc', {
      id: NEW_ID,
      title: 'Fan',
      main_category: 'Air',
      category: 'Desk',
      ...body,
    });

  it('are staged, and become its images in the order of their names', async () => {
    const uploaded = await admin.upload('pc', NEW_ID, [
      { bytes: red ?? Buffer.alloc(0), name: '10.webp' },
      { bytes: lime ?? Buffer.alloc(0), name: '2.webp' },
    ]);
    expect(uploaded.images).toEqual(['10.webp', '2.webp']);
    expect(await coloursOf(1, NEW_ID)).toEqual([404]);
    const reply = json(await add({}));
    expect(reply).toMatchObject({ imagecount: 2, placeholder: uploaded.pictures[1]?.placeholder });
    expect(await coloursOf(2, NEW_ID)).toEqual(['lime', 'red']);
    expect(await admin.list('pc', NEW_ID)).toEqual(['1.webp', '2.webp']);
  });

  it('are assigned in the order in which the added product lists them', async () => {
    await admin.upload('pc', NEW_ID, bytesOf(red), 'a');
    await admin.upload('pc', NEW_ID, bytesOf(lime), 'b');
    await admin.upload('pc', NEW_ID, bytesOf(blue), 'c');
    expect(json(await add({ pictures: ['c', 'a'] }))).toMatchObject({ imagecount: 2 });
    expect(await coloursOf(3, NEW_ID)).toEqual(['blue', 'red', 404]);
    expect((await listRows()).filter(({ state }) => state === 'staged')).toMatchObject([{ id: 'b' }]);
  });

  it('can be claimed by a product with another id than the one they were uploaded for', async () => {
    await admin.upload('pc', NEW_ID, bytesOf(red), 'a');
    await add({});
    await admin.upload('pc', NEW_ID + 1, bytesOf(lime), 'b');
    expect(json(await add({ id: NEW_ID + 2, pictures: ['b'] }))).toMatchObject({ id: NEW_ID + 2, imagecount: 1 });
    expect(await coloursOf(1, NEW_ID + 2)).toEqual(['lime']);
  });

  it('are not shown by another product that has the id already', async () => {
    await admin.upload('pc', LAMP, bytesOf(red));
    const { seq } = await getProduct();
    await admin.upload('pc', LAMP, bytesOf(lime), 'a', '0');
    expect(await getProduct()).toMatchObject({ imagecount: 1, seq });
    expect(json(await add({ pictures: ['a'] }))).toMatchObject({ id: NEW_ID, imagecount: 1 });
    expect([await coloursOf(2), await coloursOf(1, NEW_ID)]).toEqual([['red', 404], ['lime']]);
  });

  it('are shown when they are sent again for an existing product', async () => {
    await admin.upload('pc', LAMP, bytesOf(red), 'a', '0');
    expect((await admin.upload('pc', LAMP, bytesOf(red), 'a', '0')).status).toBe(200);
    expect(await coloursOf(1)).toEqual([404]);
    expect((await admin.upload('pc', LAMP, bytesOf(red), 'a')).pictures).toMatchObject([{ id: 'a', name: '1.webp' }]);
    expect([await coloursOf(2), (await getProduct()).imagecount]).toEqual([['red', 404], 1]);
  });

  it('must exist and not belong to another product', async () => {
    await admin.upload('pc', NEW_ID, bytesOf(red), 'a');
    await admin.upload('smart', NEW_ID, bytesOf(red), 'other-shop');
    for (const pictures of [['nope'], ['a', 'nope'], ['other-shop']]) {
      expect(json(await add({ pictures }))['code']).toBe('picture-missing');
    }
    expect(json(await add({ pictures: ['a'] }))).toMatchObject({ imagecount: 1 });
    expect(json(await add({ id: NEW_ID + 1, pictures: ['a'] }))['code']).toBe('picture-missing');
    expect((await getProduct(NEW_ID)).imagecount).toBe(1);
  });

  it('are those that the caller uploaded, when the added product lists none', async () => {
    const other = await signInImageClient(app);
    await other.upload('pc', NEW_ID, bytesOf(red));
    await admin.upload('pc', NEW_ID, bytesOf(lime, blue));
    expect(json(await add({}))).toMatchObject({ imagecount: 2 });
    expect(await coloursOf(2, NEW_ID)).toEqual(['lime', 'blue']);
  });

  it('are replaced when a form is sent again', async () => {
    await admin.upload('pc', NEW_ID, bytesOf(red, red, red));
    expect((await add({ price: '12,5' })).status).toBe(400);
    await admin.upload('pc', NEW_ID, bytesOf(lime, blue));
    await admin.upload('pc', NEW_ID, [{ bytes: white ?? Buffer.alloc(0), name: '3.webp' }]);
    expect(json(await add({}))).toMatchObject({ imagecount: 3 });
    expect(await coloursOf(3, NEW_ID)).toEqual(['lime', 'blue', 'white']);
  });
});

describe('the order of images', () => {
  const order = (...images: string[]) => admin.call('PUT', '/api/product-images/pc/1', { images });

  it('is not undone by a late repetition of an older call', async () => {
    await admin.upload('pc', LAMP, bytesOf(red, lime));
    const keyed = (...images: string[]) =>
      admin.call('PUT', '/api/product-images/pc/1', { images }, { 'idempotency-key': 'o-1' });
    const first = await keyed('2.webp', '1.webp');
    await order('1.webp', '2.webp');
    expect(json(await keyed('2.webp', '1.webp'))).toEqual(json(first));
    expect(json(await admin.call('GET', '/api/product-images/pc/1'))).toEqual({ images: ['1.webp', '2.webp'] });
    expect((await keyed('1.webp', '2.webp')).status).toBe(422);
  });

  it('changes addresses, previews, placeholder and version in one step', async () => {
    const { pictures } = await admin.upload('pc', LAMP, bytesOf(red, lime, blue));
    const before = await getProduct();
    expect(json(await order('3.webp', '1.webp'))).toEqual({ images: ['3.webp', '1.webp', '2.webp'] });
    expect(await coloursOf(3)).toEqual(['blue', 'red', 'lime']);
    expect(await colourAt('/images/PCProducts/1/preview/1.webp')).toBe('blue');
    expect(await getProduct()).toMatchObject({
      imagecount: 3,
      image_version: before.image_version + 1,
      placeholder: pictures[2]?.placeholder,
    });
    const { seq } = await getProduct();
    expect(json(await order('3.webp', '1.webp', '2.webp'))).toEqual({ images: ['3.webp', '1.webp', '2.webp'] });
    expect((await getProduct()).seq).toBe(seq);
  });

  it('ignores unknown and repeated names', async () => {
    await admin.upload('pc', LAMP, bytesOf(red, lime));
    expect(json(await order('9.webp', '2.webp', '2.webp'))).toEqual({ images: ['2.webp', '1.webp'] });
    expect((await order('../1.webp')).status).toBe(400);
    expect((await admin.call('PUT', '/api/product-images/pc/99', { images: [] })).status).toBe(404);
    expect((await admin.call('PUT', '/api/product-images/nope/1', { images: [] })).status).toBe(400);
  });

  it('creates rows for images of the seed, and leaves their files in place', async () => {
    await seedImages(red, lime, blue);
    expect(await admin.list('pc', LAMP)).toEqual(['1.webp', '2.webp', '3.webp']);
    const { image_version } = await getProduct();
    await order('2.webp', '3.webp', '1.webp');
    expect(await coloursOf(3)).toEqual(['lime', 'blue', 'red']);
    expect(await colourAt('/images/PCProducts/1/preview/3.webp')).toBe('red');
    expect(await colourAt('/api/images/PCProducts/1/1.webp')).toBe('red');
    const product = await getProduct();
    expect(product.image_version).toBe(image_version + 1);
    expect(product.placeholder).toBe((await processUpload(lime ?? Buffer.alloc(0))).placeholder);
    expect(await listImageFilesOf(app, 'PCProducts')).toHaveLength(6);
  });
});

describe('a deleted image', () => {
  const remove = (name: string, id = LAMP) => admin.call('DELETE', `/api/product-images/pc/${id}/${name}`);

  it('[IMG1] is gone with its files, and later ones move up', async () => {
    await admin.upload('pc', LAMP, bytesOf(red, lime, blue));
    const files = await listImageFilesOf(app, 'Pictures');
    expect(json(await remove('1.webp'))).toEqual({ images: ['2.webp', '3.webp'] });
    expect(await coloursOf(3)).toEqual(['lime', 'blue', 404]);
    expect(await getProduct()).toMatchObject({ imagecount: 2, image_version: 2 });
    await expect.poll(() => listImageFilesOf(app, 'Pictures')).toHaveLength((files.length / 3) * 2);
    await expect.poll(listRows).toHaveLength(2);
    const { seq } = await getProduct();
    expect(json(await remove('1.webp'))).toEqual({ images: ['2.webp', '3.webp'] });
    expect((await getProduct()).seq).toBe(seq);
    // Its name can be used again.
    expect((await admin.upload('pc', LAMP, bytesOf(white))).images).toEqual(['1.webp']);
    expect(await coloursOf(3)).toEqual(['lime', 'blue', 'white']);
  });

  it('is never the last one', async () => {
    await admin.upload('pc', LAMP, bytesOf(red, lime));
    await remove('2.webp');
    expect(json(await remove('1.webp'))['code']).toBe('last-picture');
    expect(await coloursOf(1)).toEqual(['red']);
    expect((await remove('1.webp', 99)).status).toBe(404);
    expect((await remove('..%2f1.webp')).status).toBe(404);
  });

  it('may be one of the seed', async () => {
    await seedImages(red, lime);
    expect(json(await remove('1.webp'))).toEqual({ images: ['2.webp'] });
    expect(await coloursOf(2)).toEqual(['lime', 404]);
    expect((await getProduct()).placeholder).toBe((await processUpload(lime ?? Buffer.alloc(0))).placeholder);
    await expect
      .poll(() => listImageFilesOf(app, 'PCProducts'))
      .toEqual(['PCProducts/1/2.webp', 'PCProducts/1/preview/2.webp']);
  });
});

describe('a rejected upload', () => {
  const text = Buffer.from('hello');

  it.each<[string, string, () => { bytes: Buffer; name?: string; field?: string }[]]>([
    ['text named like an image', 'unsupported-media-type', () => [{ bytes: text, name: '1.png' }]],
    ['a bad file among good ones', 'unsupported-media-type', () => bytesOf(red, text, lime)],
    ['no file', 'bad-request', () => []],
    ['another field', 'bad-request', () => [{ bytes: red ?? text, field: 'image' }]],
    ['21 files', 'too-many-pictures', () => Array.from({ length: 21 }, () => ({ bytes: red ?? text }))],
    ['16 MiB', 'too-large', () => [{ bytes: Buffer.alloc(16 * 1_048_576, 0xff) }]],
  ])('%s: %s, and nothing is stored', async (_what, code, files) => {
    for (const id of [LAMP, NEW_ID]) expect((await admin.upload('pc', id, files())).code).toBe(code);
    expect([await listRows(), await listImageFilesOf(app, 'Pictures')]).toEqual([[], []]);
    expect((await getProduct()).imagecount).toBe(0);
  });

  it('[fault 26] with one damaged image stores nothing, and the same call succeeds later', async () => {
    const damaged = (await drawTestImage('blue', 900, 900)).subarray(0, 2_000);
    const upload = (second: Buffer) => admin.upload('pc', NEW_ID, bytesOf(red, second, white), undefined, '0');
    const add = (pictures: readonly string[] | undefined) =>
      admin.call('POST', '/api/add-product?shop=pc', {
        id: NEW_ID,
        title: 'Fan',
        main_category: 'Air',
        category: 'Desk',
        ...(pictures && { pictures }),
      });
    expect((await upload(damaged)).code).toBe('unsupported-media-type');
    expect([await listRows(), await listImageFilesOf(app, 'Pictures')]).toEqual([[], []]);
    expect(json(await add(['p-1', 'p-2', 'p-3']))['code']).toBe('picture-missing');
    expect((await send(app.url, `/api/products/${NEW_ID}?shop=pc`)).status).toBe(404);
    expect((await upload(lime ?? damaged)).status).toBe(200);
    expect((await add(undefined)).status).toBe(200);
    expect((await getProduct(NEW_ID)).imagecount).toBe(3);
  });

  it('names no shop, no product or no valid id', async () => {
    expect((await admin.upload('nope', LAMP, bytesOf(red))).code).toBe('unknown-shop');
    expect((await admin.upload('pc', 0, bytesOf(red))).code).toBe('bad-request');
    expect((await admin.upload('pc', LAMP, bytesOf(red, lime), 'two')).code).toBe('bad-request');
    expect((await admin.upload('pc', LAMP, bytesOf(red), 'made-1')).code).toBe('bad-request');
    expect((await admin.upload('pc', LAMP, bytesOf(red), 'a/../b')).code).toBe('bad-request');
    expect(await listImageFilesOf(app, 'Pictures')).toEqual([]);
  });

  it('comes from a caller without administrator rights', async () => {
    const { headers } = await signIn(app, 'alice');
    for (const [identity, code] of [
      [{}, 'unauthorized'],
      [headers, 'forbidden'],
    ] as const) {
      expect((await createImageClient(app.url, identity).upload('pc', LAMP, bytesOf(red))).code).toBe(code);
    }
    expect(await listImageFilesOf(app, 'Pictures')).toEqual([]);
  });

  it('would give a product too many images', async () => {
    await seedImages(red);
    await app.context.products.saveProducts('pc', [
      { id: LAMP, fields: {}, images: { imagecount: MAX_IMAGE_COUNT - 1, placeholder: '' } },
    ]);
    expect((await admin.upload('pc', LAMP, bytesOf(red, lime))).code).toBe('too-many-pictures');
    expect(await listImageFilesOf(app, 'Pictures')).toEqual([]);
    expect((await admin.upload('pc', LAMP, bytesOf(red))).status).toBe(200);
  });
});

describe('[fault 27] a full disk', () => {
  it('rejects an upload, stores nothing of it, and accepts it again later', async () => {
    const { database, write, products, blobs, log, now } = app.context;
    let puts = 0;
    let isFull = true;
    let discards = 0;
    const uploads = createImageUploads({
      database,
      write,
      products,
      blobs: {
        ...blobs,
        put(...args) {
          puts += 1;
          const error = Object.assign(new Error('no space'), { code: 'ENOSPC' });
          return isFull && puts > 3 ? Promise.reject(error) : blobs.put(...args);
        },
      },
      onDiscarded: () => (discards += 1),
      log,
      now,
    });
    const upload = async () =>
      uploads.upload({
        product: { shop: 'pc', productId: LAMP },
        owner: 'me',
        actor: { id: 'me', name: 'Me' },
        id: 'one',
        isForAddition: false,
        files: [{ name: '1.webp', image: await processUpload(await drawTestImage('red', 900, 600)) }],
      });
    await expect(upload()).rejects.toMatchObject({ code: 'no-disk-space' } satisfies Partial<ApiError>);
    expect(await listRows()).toMatchObject([{ id: 'one', state: 'going' }]);
    expect(discards).toBeGreaterThan(0);
    expect((await getProduct()).imagecount).toBe(0);
    await expect(upload()).rejects.toMatchObject({ code: 'in-progress' });
    isFull = false;
    await app.server.images.purge.run();
    expect([await listRows(), await listImageFilesOf(app, 'Pictures')]).toEqual([[], []]);
    await upload();
    expect(await coloursOf(1)).toEqual(['red']);
  });
});

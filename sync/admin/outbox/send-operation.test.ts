import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { editorImagePath } from '#contract/products/admin-product.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import { addLamp, deletionOf, editOf, kept, LAMP, stored } from '../../testing/admin-operations.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { imageOf } from '../../testing/sample-image.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import type { AdminOperation, ImageRef } from '../../api/admin-api.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

const keep = (content: string, use: 'product' | 'editor' = 'product'): Promise<string> =>
  device.data.saveImage(imageOf(content), use);
const keepAll = (...contents: string[]): Promise<string[]> => Promise.all(contents.map((content) => keep(content)));
const outbox = () => device.data.outbox();
const titleOf = (id: number): string | undefined => server.products.get(id)?.product.title;

describe('[ADM3] an addition', () => {
  it('uploads its images, then adds the product, and keeps the images for a restored server', async () => {
    const inText = await keep('in the text', 'editor');
    const images = await keepAll('one', 'two', 'three');
    const description = `<p><img src="${editorImagePath(inText)}"></p>`;
    await device.data.enqueue(addLamp(images, { description }));
    await device.exchange();
    const paths = server.calls.map((call) => call.split(' ')[1]);
    expect(paths).toEqual([
      '/api/tiptap-upload-image/pc/1',
      ...Array<string>(3).fill('/api/upload-images'),
      '/api/add-product',
    ]);
    expect(server.contentsOf(1)).toEqual(['one', 'two', 'three']);
    expect(server.products.get(1)?.images.map(({ name }) => name)).toEqual(['1.webp', '2.webp', '3.webp']);
    expect(server.editorImages).toEqual(['in the text']);
    expect(await outbox()).toEqual([]);
    for (const id of [inText, ...images]) expect(await device.data.image(id)).toBeDefined();
    expect(device.events.at(-1)).toMatchObject({
      type: 'decided',
      outcome: 'applied',
      product: { id: 1, title: 'Lamp' },
    });
    expect(device.events.filter(({ type }) => type === 'progress')).toHaveLength(4);
  });

  it('[ADM1] gives up its kept images on a full device, except those that a form uses', async () => {
    const [one = '', two = ''] = await keepAll('one', 'two');
    await device.data.enqueue(addLamp([one, two]));
    await device.exchange();
    const form = { fields: {}, id: '', isOwnId: false, images: [kept(two)], links: '', base: null };
    await device.data.saveDraft('pc/add', form);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    const three = await keep('three');
    const left = await Promise.all([one, two, three].map((id) => device.data.image(id)));
    expect(left.map((image) => image !== undefined)).toEqual([false, true, true]);
  });

  it('gets the next id if its own was taken meanwhile, and later operations follow it', async () => {
    await server.addProduct(1, { title: 'Other' }, ['other']);
    await device.data.enqueue(addLamp(await keepAll('mine')));
    await device.data.enqueue(editOf({ id: 1, base: { version: 0, fields: LAMP } }, { price: '9' }));
    await device.exchange();
    expect(server.contentsOf(1)).toEqual(['other']);
    expect(server.contentsOf(2)).toEqual(['mine']);
    expect(server.products.get(2)?.product).toMatchObject({ title: 'Lamp', price: '9' });
    expect(titleOf(1)).toBe('Other');
    expect(await outbox()).toEqual([]);
  });

  it('asks a person when a typed id is taken, and continues under another one', async () => {
    await server.addProduct(1, { title: 'Other' });
    const own = addLamp([], {}, { isOwnId: true });
    const op = await device.data.enqueue(own);
    await device.exchange();
    expect(await outbox()).toMatchObject([
      { op, state: 'rejected', rejection: { code: 'id-taken', current: { nextId: 2 } } },
    ]);
    await device.exchange();
    expect(server.calls.filter((call) => call.endsWith('add-product'))).toHaveLength(1);
    await device.data.sendAgain(op, { ...own, id: 5 });
    await device.exchange();
    expect(titleOf(5)).toBe('Lamp');
    expect(await outbox()).toEqual([]);
  });

  it('uploads once more, but not twice, images that the server has lost', async () => {
    const [image = ''] = await keepAll('one');
    const op = await device.data.enqueue(addLamp([image]));
    let losses = 1;
    server.nextFault = async (call) => {
      if (call.endsWith('add-product') && losses-- > 0) await server.loseStagedImages();
    };
    await device.exchange();
    expect(server.contentsOf(1)).toEqual(['one']);
    expect(await outbox()).toEqual([]);
    const [other = ''] = await keepAll('two');
    await device.data.enqueue(addLamp([other], {}, { id: 2 }));
    losses = 2;
    await device.exchange();
    expect(await outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'picture-missing' } }]);
    await device.data.sendAgain(op + 1);
    await device.exchange();
    expect(server.contentsOf(2)).toEqual(['two']);
  });

  it('[fault 26] is rejected as a whole with a damaged image; its text and images stay', async () => {
    const damaged = await device.data.saveImage(new Blob(['no image']), 'product');
    const images = [...(await keepAll('one')), damaged, ...(await keepAll('three'))];
    const operation = addLamp(images, { title: 'Long text' });
    const op = await device.data.enqueue(operation);
    await device.exchange();
    expect(server.products.size).toBe(0);
    expect(await outbox()).toMatchObject([
      { state: 'rejected', operation, rejection: { code: 'unsupported-media-type', imageId: images[1] } },
    ]);
    expect(await device.store.listImages(images)).toHaveLength(3);
    await device.data.sendAgain(op, { ...operation, images: images.filter((id) => id !== images[1]) });
    await device.exchange();
    expect(server.contentsOf(1)).toEqual(['one', 'three']);
    expect(titleOf(1)).toBe('Long text');
  });

  it('is rejected if an image is missing on the device, and blocks no other', async () => {
    const [image = ''] = await keepAll('one');
    await device.data.enqueue(addLamp([image]));
    await device.store.run((database) => database.images.clear());
    await device.data.enqueue(addLamp([], {}, { id: 2 }));
    await device.exchange();
    expect(await outbox()).toMatchObject([{ rejection: { code: 'picture-missing', imageId: image } }]);
    expect(titleOf(2)).toBe('Lamp');
  });
});

it('[ADM17] [fault 72] an addition whose product was deleted before its answer arrived is not added again', async () => {
  await server.addProduct(1, { title: 'Lamp' });
  await device.data.enqueue(addLamp());
  await device.data.enqueue(deletionOf(1));
  let calls = 0;
  server.nextFault = (call) => (call.endsWith('add-product') && ++calls === 2 ? 'unanswered' : 'none');
  await device.exchange();
  expect([titleOf(1), titleOf(2)]).toEqual(['Lamp', 'Lamp']);
  await server.deleteProduct(2);
  await device.exchange();
  expect(await outbox()).toEqual([]);
  expect(titleOf(1)).toBe('Lamp');
});

it('[ADM18] [fault 73] a deletion that others undid before its answer is not repeated', async () => {
  await server.addProduct(1, { title: 'Lamp' });
  await device.data.enqueue(deletionOf(1));
  server.nextFault = () => 'unanswered';
  await device.exchange();
  expect(server.deleted).toEqual([1]);
  await server.restoreProduct(1);
  server.nextFault = () => 'none';
  await device.exchange();
  expect(await outbox()).toEqual([]);
  expect(titleOf(1)).toBe('Lamp');
});

describe('[ADM4] an edit', () => {
  it('saves its fields, then uploads new images, then orders all of them', async () => {
    const product = await server.addProduct(1, {}, ['a', 'b']);
    const [one = ''] = await keepAll('new');
    await device.data.enqueue(editOf(product, { title: 'New' }, [stored('2.webp'), kept(one), stored('1.webp')]));
    await device.exchange();
    expect(server.calls.map((call) => call.split(' ')[1])).toEqual([
      '/api/edit-product/pc/1',
      '/api/upload-images',
      '/api/product-images/pc/1',
    ]);
    expect(titleOf(1)).toBe('New');
    expect(server.contentsOf(1)).toEqual(['b', 'new', 'a']);
    expect(server.products.get(1)?.images[1]?.name).toMatch(/^\d{13}-2\.webp$/);
  });

  it('conflicts in a field that someone else changed differently, and saves the decision over the server’s state', async () => {
    const product = await server.addProduct(1, { price: '10', title: 'Old' });
    const op = await device.data.enqueue(editOf(product, { title: 'Mine', link: 'https://a.example', rate: 4 }));
    await server.changeProduct(1, { price: '12', title: 'Theirs', rate: 4 }, 'Mira');
    await device.exchange();
    const [entry] = await outbox();
    expect(entry).toMatchObject({
      state: 'conflict',
      conflict: { by: 'Mira', fields: [{ field: 'title', base: 'Old', mine: 'Mine', theirs: 'Theirs' }] },
      operation: { fields: { title: 'Mine', price: '12', link: 'https://a.example' } },
    });
    expect(device.events.at(-1)).toMatchObject({ type: 'decided', outcome: 'conflict' });
    const { operation } = entry ?? {};
    if (operation?.kind !== 'editProduct') throw new Error('There is no edit');
    await device.data.resolve(op, { ...operation.fields, title: 'Both' });
    await device.exchange();
    const saved = { title: 'Both', price: '12', link: 'https://a.example' };
    expect(server.products.get(1)?.product).toMatchObject(saved);
    expect(await outbox()).toEqual([]);
  });

  it('does not conflict with this device’s own changes before its list shows them', async () => {
    const product = await server.addProduct(1, { title: 'Old', price: '10', link: 'https://a.example' });
    await device.data.enqueue(editOf(product, { price: '11' }));
    await device.exchange();
    await device.data.enqueue(editOf(product, { title: 'New' }));
    await device.exchange();
    await device.data.enqueue(editOf(product, { price: '12', link: 'https://b.example' }));
    await device.exchange();
    expect(await outbox()).toEqual([]);
    expect(server.products.get(1)?.product).toMatchObject({ title: 'New', price: '12', link: 'https://b.example' });
    await server.changeProduct(1, { price: '20' });
    await device.data.enqueue(editOf(product, { price: '13' }));
    await device.exchange();
    expect(await outbox()).toMatchObject([{ conflict: { fields: [{ field: 'price', mine: '13', theirs: '20' }] } }]);
  });

  it('whose answer was lost does not conflict with a later change of the same field', async () => {
    const product = await server.addProduct(1, { title: 'Old' });
    await device.data.enqueue(editOf(product, { title: 'Mine' }));
    server.nextFault = () => 'unanswered';
    await device.exchange();
    server.nextFault = () => 'none';
    await server.changeProduct(1, { title: 'After it' });
    await device.exchange();
    expect(await outbox()).toEqual([]);
    expect(titleOf(1)).toBe('After it');
  });

  it('continues without a rejected image once its fields are saved', async () => {
    const product = await server.addProduct(1, {}, ['a']);
    const [one = ''] = await keepAll('new');
    const operation = editOf(product, { title: 'New' }, [kept(one), stored('1.webp')]);
    const op = await device.data.enqueue(operation);
    await device.store.run((database) => database.images.clear());
    await device.exchange();
    expect(await outbox()).toMatchObject([{ rejection: { imageId: one } }]);
    const without: AdminOperation = {
      ...operation,
      fields: { ...operation.fields, title: 'Newer' },
      images: [stored('1.webp')],
    };
    await device.data.sendAgain(op, without);
    await device.exchange();
    expect(titleOf(1)).toBe('Newer');
    expect(await outbox()).toEqual([]);
  });
});

describe('[ADM8] a call that arrives late, after its repetition', () => {
  const exchange = async (operation: AdminOperation): Promise<void> => {
    await device.data.enqueue(operation);
    await device.exchange();
  };
  /** Sends an operation, whose last call arrives late, repeats it, and sends another one before the late call arrives. */
  const sendBoth = async (delayed: AdminOperation, call: string, next: () => AdminOperation): Promise<void> => {
    server.nextFault = (sent) => (sent.startsWith(call) ? 'late' : 'none');
    server.isLateOver = () => false;
    await exchange(delayed);
    server.nextFault = () => 'none';
    await device.exchange();
    await exchange(next());
    expect(await outbox()).toEqual([]);
    server.isLateOver = () => true;
    await device.pullOrders();
  };

  it('undoes no later order of images', async () => {
    const seen = await server.addProduct(1, {}, ['a', 'b', 'c']);
    const reversed = (): AdminOperation => {
      const names = server.products.get(1)?.images.map(({ name }) => name) ?? [];
      return editOf(seen, {}, names.toReversed().map(stored));
    };
    await sendBoth(reversed(), 'PUT /api/product-images', reversed);
    expect(server.contentsOf(1)).toEqual(['a', 'b', 'c']);
  });

  it('brings back no product that was deleted since', async () => {
    await server.addProduct(1);
    await server.deleteProduct(1);
    const restoration = { kind: 'restoreProduct', shop: 'pc', id: 1, title: 'Lamp' } as const;
    await sendBoth(restoration, 'POST /api/restore-product', () => deletionOf(1));
    expect(server.deleted).toEqual([1]);
  });
});

it('[ADM5] images for a product that is gone are rejected, stay on the device and can be appended later', async () => {
  const product = await server.addProduct(1, { title: 'Lamp' }, ['a']);
  await server.deleteProduct(1);
  const op = await device.data.enqueue(editOf(product, {}, (await keepAll('new', 'newer')).map(kept)));
  await device.exchange();
  expect(await outbox()).toMatchObject([{ op, state: 'rejected', rejection: { code: 'not-found' } }]);
  await server.restoreProduct(1);
  await device.data.sendAgain(op);
  await device.exchange();
  expect(server.contentsOf(1)).toEqual(['a', 'new', 'newer']);
});

describe('[LIFE4] an operation on a product that was replaced under its id', () => {
  it.each([
    ['an edit', (product: Product) => editOf(product, { price: '9' })],
    ['new images', (product: Product, image: string) => editOf(product, {}, [stored('1.webp'), kept(image)])],
    ['an order of images', (product: Product) => editOf(product, {}, [stored('2.webp'), stored('1.webp')])],
  ])('is rejected and changes nothing: %s', async (_what, operationOf) => {
    const operation = operationOf(await server.addProduct(1, {}, ['a', 'b']), await keep('late'));
    const other = await server.replaceProduct(1, { title: 'Sofa' }, ['c', 'd']);
    await device.data.enqueue(operation);
    await device.exchange();
    expect(await outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'not-found' } }]);
    expect([await server.product(1), server.contentsOf(1)]).toEqual([other, ['c', 'd']]);
  });

  it('that deletes is done without effect, and so is a deletion of a product, an image or an order that is gone', async () => {
    const product = await server.addProduct(1, {}, ['a', 'b']);
    const other = await server.replaceProduct(1, { title: 'Sofa' }, ['c', 'd']);
    const image = { kind: 'deleteImage', shop: 'pc', name: '1.webp' } as const;
    await device.data.enqueue({ ...image, id: 1, seen: product.seq });
    await device.data.enqueue(deletionOf(1, 'Lamp', product.seq));
    await device.data.enqueue({ ...image, id: 9 });
    await device.data.enqueue(deletionOf(9));
    await device.data.enqueue({ kind: 'deleteOrder', paymentId: 'pay-x' });
    await device.exchange();
    expect(await outbox()).toEqual([]);
    expect([await server.product(1), server.contentsOf(1)]).toEqual([other, ['c', 'd']]);
  });

  it('sends no image, even if its fields were saved before the replacement', async () => {
    const product = await server.addProduct(1, {}, ['a']);
    server.nextFault = async (call) => {
      if (call.includes('upload-images')) await server.replaceProduct(1, { title: 'Sofa' }, ['c']);
    };
    await device.data.enqueue(editOf(product, { price: '9' }, [stored('1.webp'), kept(await keep('late'))]));
    await device.exchange();
    expect(await outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'not-found' } }]);
    expect([titleOf(1), server.contentsOf(1)]).toEqual(['Sofa', ['c']]);
  });
});

describe('[ADM19] conditions that images show', () => {
  const phone = { shop: 'ayz', id: 9_000 } as const;
  const used = { ...PRODUCT_DEFAULTS.openBox, title: 'Phone', main_category: 'Home', category: 'Phones' };
  const readShown = async () => {
    const { reader } = (await server.shop.ready()).context.database;
    const product = await reader
      .selectFrom('product')
      .select(['condition_images', 'image_version as version', 'seq'])
      .where('shop', '=', phone.shop)
      .where('id', '=', phone.id)
      .executeTakeFirstOrThrow();
    const rows = await reader.selectFrom('product_picture').select(['name', 'position']).execute();
    return { ...product, marks: JSON.parse(product.condition_images) as unknown, rows };
  };

  it('are added with the images, follow them, and change without a new address of any image', async () => {
    const images = await keepAll('one', 'two', 'three');
    const marks = { good: images[1] as string };
    await device.data.enqueue({ ...addLamp(images), ...phone, fields: used, conditionImages: marks });
    await device.exchange();
    const added = await readShown();
    expect(added.marks).toEqual({ good: 2 });

    const base = { version: added.seq, fields: used };
    const order = { kind: 'editProduct', ...phone, base, fields: used } as const;
    const fourth = kept(await keep('four'));
    const [first, second, third] = ['1.webp', '2.webp', '3.webp'].map(stored) as [ImageRef, ImageRef, ImageRef];
    await device.data.enqueue({ ...order, images: [fourth, first, { ...second, shows: 'good' }, third] });
    await device.exchange();
    const moved = await readShown();
    expect(moved.marks).toEqual({ good: 3 });

    const newest = moved.rows.find(({ position }) => position === 1)?.name as string;
    const shows = [{ ...stored(newest), shows: 'good' }, { ...first, shows: 'excellent' }, second, third] as const;
    await device.data.enqueue({ ...order, images: shows, hasMarks: true });
    await device.exchange();
    const marked = await readShown();
    expect([marked.marks, marked.version]).toEqual([{ good: 1, excellent: 2 }, moved.version]);
    expect(marked.seq).toBeGreaterThan(moved.seq);

    await device.data.enqueue({ kind: 'deleteImage', ...phone, name: newest });
    await device.exchange();
    expect((await readShown()).marks).toEqual({ excellent: 1 });
    for (const kind of ['deleteProduct', 'restoreProduct'] as const)
      await device.data.enqueue({ kind, ...phone, title: 'Phone' });
    await device.exchange();
    expect((await readShown()).marks).toEqual({ excellent: 1 });
  });
});

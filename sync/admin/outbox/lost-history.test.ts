import { beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '#contract/products/product.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import { addLamp, deletionOf, editOf, kept } from '../../testing/admin-operations.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { imageOf } from '../../testing/sample-image.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import type { AdminOperation } from '../../api/admin-api.ts';
import { rejectWaiting } from './apply-decision.ts';

let server: AdminServer;
let device: AdminDevice;
let open: () => AdminDevice;
useAdminDevices((created) => ({ server, device, open } = created));

/** Lets the device add a product, and returns the product. */
async function add(id = 1, images: readonly string[] = []): Promise<Product> {
  await device.data.enqueue(addLamp(images, { price: '1' }, { id }));
  await device.exchange();
  return server.product(id);
}
/** Products as `1 Lamp for 5`. */
const shown = () =>
  [...server.products.values()].map(({ product: { id, title, price } }) => `${id} ${title} for ${price}`);

/** Lets the device add a product, restores the server to before, and adds another product under its id; returns the device's product. */
async function replaceOwn(): Promise<Product> {
  const backup = await server.shop.backUp();
  const own = await add();
  await server.shop.restore(backup);
  await server.addProduct(1, { title: 'Other', price: '1' });
  return own;
}

describe('[ADM16] an administrator’s device that has not learned of the new epoch', () => {
  beforeEach(() => device.pullOrders());

  it('does not change another product that has taken its product’s id, and adds its own product again', async () => {
    await device.data.enqueue(editOf(await replaceOwn(), { price: '5' }));
    await device.exchange();
    expect(shown()).toEqual(['1 Other for 1', '2 Lamp for 5']);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('adds its products again, one of them under the former id of the other, each with its own changes', async () => {
    const backup = await server.shop.backUp();
    const first = await add();
    await device.data.enqueue(addLamp([], { title: 'Second', price: '2' }, { id: 2 }));
    await device.exchange();
    await device.data.enqueue(editOf(first, { price: '5' }));
    await server.shop.restore(backup);
    await server.addProduct(1, { title: 'Other', price: '1' });
    await device.exchange();
    expect(shown()).toEqual(['1 Other for 1', '2 Lamp for 5', '3 Second for 2']);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('uploads no image to another product when it learns of the new epoch between two calls', async () => {
    const backup = await server.shop.backUp();
    const image = await device.data.saveImage(imageOf('one'), 'product');
    await device.data.enqueue(editOf(await add(), {}, [kept(image)]));
    server.nextFault = async (call) => {
      if (call !== 'GET /api/product-images/pc/1') return;
      server.nextFault = () => 'none';
      await server.shop.restore(backup);
      await server.addProduct(1, { title: 'Other', price: '1' });
      await device.pullOrders();
    };
    await device.exchange();
    expect(shown()).toEqual(['1 Other for 1', '2 Lamp for 1']);
    expect([server.contentsOf(1), server.contentsOf(2)]).toEqual([[], ['one']]);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('does not delete another product that has taken its product’s id', async () => {
    const { seq } = await replaceOwn();
    await device.data.enqueue(deletionOf(1, 'Lamp', seq));
    await device.exchange();
    expect([shown(), server.deleted]).toEqual([['1 Other for 1'], [2]]);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('learns of the new epoch by its next call, whatever others did meanwhile, also after it was closed', async () => {
    const backup = await server.shop.backUp();
    await add();
    for (const restart of [() => Promise.resolve(), () => device.exchangeUntilKilled(0)]) {
      await server.shop.restore(backup);
      await server.addProduct(5);
      await restart();
      await device.pullOrders();
      expect(await device.data.outbox()).toMatchObject([{ isRepeated: true }]);
      await device.exchange();
      expect(shown()).toEqual(['1 Lamp for 1', '5 Product 5 for 0']);
    }
  });

  it('keeps working when its position is damaged, forged or missing', async () => {
    await add();
    const { epoch } = server;
    for (const position of ['', 'x', '..', `${epoch}.9.pc:1:x`, `${epoch}.9.pc:x`, 'e'.repeat(3_000), undefined]) {
      await device.store.write(async ({ meta }) => {
        await (position === undefined ? meta.delete('position') : meta.put({ key: 'position', value: position }));
      });
      await device.exchangeUntilKilled(0);
      await device.data.enqueue(addLamp([], {}, { id: 9 }));
      for (const _ of ['refreshed', 'sent']) await device.exchange();
      expect(await device.data.outbox()).toEqual([]);
    }
    expect(server.epoch).toBe(epoch);
  });
});

describe('[ADM16] an unsent operation from before a new epoch', () => {
  /** Restores the server, and lets it have another product in place of the other device's product that the operation is meant for. */
  async function replace(operationOf: (product: Product) => AdminOperation, changes = 1): Promise<void> {
    const backup = await server.shop.backUp();
    const other = open();
    await other.data.enqueue(addLamp([], { price: '1' }));
    await other.exchange();
    await device.pullOrders();
    await device.data.enqueue(operationOf(await server.product(1)));
    await server.shop.restore(backup);
    await server.addProduct(1, { title: 'Other', price: '1' });
    for (let change = 1; change < changes; change += 1) await server.changeProduct(1, { rate: change });
    await device.pullOrders();
    await device.exchange();
    expect(shown()).toEqual(['1 Other for 1']);
  }

  it.each([
    ['the version that the operation is based on', 1],
    ['a newer one', 2],
  ])('asks the administrator about another product that has its id, at %s', async (_which, changes) => {
    await replace((product) => editOf(product, { price: '5' }), changes);
    expect(await device.data.outbox()).toMatchObject([
      { state: 'conflict', conflict: { fields: [{ field: 'title', base: 'Lamp', mine: 'Lamp', theirs: 'Other' }] } },
    ]);
  });

  it('that deletes a product does not delete another one that has its id', async () => {
    await replace(({ seq }) => deletionOf(1, 'Lamp', seq));
    expect(await device.data.outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'stale-version' } }]);
  });

  it('finds no conflict with a title that this device has given the product', async () => {
    await device.pullOrders();
    const product = await add();
    const backup = await server.shop.backUp();
    await add(7);
    await device.data.enqueue(editOf(product, { title: 'Big lamp' }));
    await device.data.enqueue(deletionOf(1, 'Lamp', product.seq));
    await server.shop.restore(backup);
    await device.pullOrders();
    await device.exchange();
    expect([shown(), await device.data.outbox()]).toEqual([['7 Lamp for 1'], []]);
  });
});

describe('[ADM16] applied operations', () => {
  beforeEach(() => device.pullOrders());

  /** Adds a product with an image and changes its price; returns a backup from before. */
  async function addAndEdit(): Promise<Buffer> {
    const backup = await server.shop.backUp();
    const product = await add(1, [await device.data.saveImage(imageOf('one'), 'product')]);
    await device.data.enqueue(editOf(product, { price: '5' }));
    await device.exchange();
    return backup;
  }

  it('wait again in another epoch, and change nothing if the restore of a backup is undone', async () => {
    const backup = await addAndEdit();
    const newest = await server.shop.backUp();
    await server.shop.restore(backup);
    await device.pullOrders();
    expect(await device.data.outbox()).toMatchObject([{ isRepeated: true }, { isRepeated: true }]);
    await server.shop.restore(newest);
    await device.pullOrders();
    await device.exchange();
    expect([shown(), await device.data.outbox()]).toEqual([['1 Lamp for 5'], []]);
  });

  it('of a revoked administrator are forgotten: no later login repeats them', async () => {
    const backup = await addAndEdit();
    const revoked = { code: 'access-revoked', detail: '', current: null, errors: [], imageId: null };
    await rejectWaiting(device.store, revoked);
    await server.shop.restore(backup);
    await device.pullOrders();
    await device.exchange();
    expect([shown(), await device.data.outbox(), await device.unusedImages()]).toEqual([[], [], []]);
  });
});

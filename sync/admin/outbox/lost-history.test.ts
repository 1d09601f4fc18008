import { beforeEach, describe, expect, it } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer, ServerData } from '../../testing/admin-server.ts';
import { imageOf } from '../../testing/sample-image.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import type { EditBase } from '../../api/admin-api.ts';
import { rejectWaiting } from './apply-decision.ts';
import { toEditBase } from './operation-record.ts';

const fields = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Home', category: 'Light', price: '1' };

let server: AdminServer;
let device: AdminDevice;
let open: () => AdminDevice;
useAdminDevices((created) => ({ server, device, open } = created));

const addLamp = (id = 1, images: readonly string[] = []) =>
  device.data.enqueue({ kind: 'addProduct', shop: 'pc', id, isOwnId: false, fields, images });
const shown = () => [...server.products.values()].map(({ product: { id, title, price } }) => [id, title, price]);

/** A product that the device has added, in place of which the server, once put back, has another one. */
async function replaceOwn(): Promise<EditBase> {
  const backup = await server.backUp();
  await addLamp();
  await device.exchange();
  const base = toEditBase(await server.product(1));
  await server.putBack(backup);
  await server.addProduct(1, { title: 'Other', price: '1' });
  return base;
}

describe('[ADM16] an administrator’s device that has not heard of the new epoch', () => {
  beforeEach(() => device.pullOrders());

  it('changes no other product under the id of its own, and its product comes back', async () => {
    const base = await replaceOwn();
    const changed = { ...fields, price: '5' };
    await device.data.enqueue({ kind: 'editProduct', shop: 'pc', id: 1, base, fields: changed, images: null });
    await device.exchange();
    expect(shown()).toEqual([
      [1, 'Other', '1'],
      [2, 'Lamp', '5'],
    ]);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('uploads no image to another product when it hears of the new epoch between two calls', async () => {
    const backup = await server.backUp();
    await addLamp();
    await device.exchange();
    const base = toEditBase(await server.product(1));
    const images = [{ kind: 'kept', id: await device.data.saveImage(imageOf('one'), 'product') }] as const;
    await device.data.enqueue({ kind: 'editProduct', shop: 'pc', id: 1, base, fields, images });
    server.nextFault = async (call) => {
      if (call !== 'GET /api/product-images/pc/1') return;
      server.nextFault = () => 'none';
      await server.putBack(backup);
      await server.addProduct(1, { title: 'Other', price: '1' });
      await device.pullOrders();
    };
    await device.exchange();
    expect([shown(), server.contentsOf(1), server.contentsOf(2)]).toEqual([
      [
        [1, 'Other', '1'],
        [2, 'Lamp', '1'],
      ],
      [],
      ['one'],
    ]);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('deletes no other product under the id of its own', async () => {
    const { version: seen } = await replaceOwn();
    await device.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 1, title: 'Lamp', seen });
    await device.exchange();
    expect([shown(), server.deleted]).toEqual([[[1, 'Other', '1']], [2]]);
    expect(await device.data.outbox()).toEqual([]);
  });

  it('learns of it by its next call, whatever others did meanwhile, and after it was closed', async () => {
    const backup = await server.backUp();
    await addLamp();
    await device.exchange();
    for (const restart of [() => Promise.resolve(), () => device.exchangeUntilKilled(0)]) {
      await server.putBack(backup);
      await server.addProduct(5);
      await restart();
      await device.pullOrders();
      expect(await device.data.outbox()).toMatchObject([{ isRepeated: true }]);
      await device.exchange();
      expect(
        shown()
          .map(([, title]) => title)
          .toSorted(),
      ).toEqual(['Lamp', 'Product 5']);
    }
  });

  it('goes on where its position is damaged, forged or missing', async () => {
    await addLamp();
    await device.exchange();
    const { epoch } = server;
    for (const position of ['', 'x', '..', `${epoch}.9.pc:1:x`, `${epoch}.9.pc:x`, 'e'.repeat(3_000), undefined]) {
      await device.store.write(async ({ meta }) => {
        await (position === undefined ? meta.delete('position') : meta.put({ key: 'position', value: position }));
      });
      await device.exchangeUntilKilled(0);
      await addLamp(9);
      for (const _ of ['refreshed', 'sent']) await device.exchange();
      expect(await device.data.outbox()).toEqual([]);
    }
    expect(server.epoch).toBe(epoch);
  });
});

describe('[ADM16] an operation of before a new epoch that was not sent yet', () => {
  /** Another product, in place of the one of another device that the operation means. */
  async function replace(enqueue: (base: EditBase) => Promise<unknown>, changes = 1): Promise<void> {
    const backup = await server.backUp();
    const other = open();
    await other.data.enqueue({ kind: 'addProduct', shop: 'pc', id: 1, isOwnId: true, fields, images: [] });
    await other.exchange();
    await device.pullOrders();
    await enqueue(toEditBase(await server.product(1)));
    await server.putBack(backup);
    await server.addProduct(1, { title: 'Other', price: '1' });
    for (let change = 1; change < changes; change += 1) await server.changeProduct(1, { rate: change });
    await device.pullOrders();
    await device.exchange();
    expect(shown()).toEqual([[1, 'Other', '1']]);
  }

  it.each([
    ['the version that it was made on', 1],
    ['a newer one', 2],
  ])('asks a person about another product under its id, with %s', async (_which, changes) => {
    const changed = { ...fields, price: '5' };
    const edit = { kind: 'editProduct', shop: 'pc', id: 1, fields: changed, images: null } as const;
    await replace((base) => device.data.enqueue({ ...edit, base }), changes);
    expect(await device.data.outbox()).toMatchObject([
      { state: 'conflict', conflict: { fields: [{ field: 'title', base: 'Lamp', mine: 'Lamp', theirs: 'Other' }] } },
    ]);
  });

  it('deletes no other product under its id', async () => {
    const deletion = { kind: 'deleteProduct', shop: 'pc', id: 1, title: 'Lamp' } as const;
    await replace(({ version: seen }) => device.data.enqueue({ ...deletion, seen }));
    expect(await device.data.outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'stale-version' } }]);
  });

  it('finds no conflict with a title that this device has given the product', async () => {
    await device.pullOrders();
    await addLamp();
    await device.exchange();
    const base = toEditBase(await server.product(1));
    const backup = await server.backUp();
    await addLamp(7);
    await device.exchange();
    const renamed = { ...fields, title: 'Big lamp' };
    await device.data.enqueue({ kind: 'editProduct', shop: 'pc', id: 1, base, fields: renamed, images: null });
    await device.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 1, title: 'Lamp', seen: base.version });
    await server.putBack(backup);
    await device.pullOrders();
    await device.exchange();
    expect([shown(), await device.data.outbox()]).toEqual([[[7, 'Lamp', '1']], []]);
  });
});

describe('[ADM16] applied operations', () => {
  beforeEach(() => device.pullOrders());

  /** Adds a product with an image and changes its price; returns a backup from before. */
  async function addAndEdit(): Promise<ServerData> {
    const backup = await server.backUp();
    await addLamp(1, [await device.data.saveImage(imageOf('one'), 'product')]);
    await device.exchange();
    const base = toEditBase(await server.product(1));
    const changed = { ...fields, price: '5' };
    await device.data.enqueue({ kind: 'editProduct', shop: 'pc', id: 1, base, fields: changed, images: null });
    await device.exchange();
    return backup;
  }

  it('wait again in another epoch, and change nothing where a backup that was put back is taken back', async () => {
    const backup = await addAndEdit();
    const newest = await server.backUp();
    await server.putBack(backup);
    await device.pullOrders();
    expect(await device.data.outbox()).toMatchObject([{ isRepeated: true }, { isRepeated: true }]);
    await server.putBack(newest);
    await device.pullOrders();
    await device.exchange();
    expect([shown(), await device.data.outbox()]).toEqual([[[1, 'Lamp', '5']], []]);
  });

  it('of a revoked administrator are forgotten: no later login repeats them', async () => {
    const backup = await addAndEdit();
    const revoked = { code: 'access-revoked', detail: '', current: null, errors: [], imageId: null };
    await rejectWaiting(device.store, revoked);
    await server.putBack(backup);
    await device.pullOrders();
    await device.exchange();
    expect([shown(), await device.data.outbox(), await device.unusedImages()]).toEqual([[], [], []]);
  });
});

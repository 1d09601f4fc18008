import { describe, expect, it } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer, ServerData } from '../../testing/admin-server.ts';
import { imageOf } from '../../testing/sample-image.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import { rejectWaiting } from '../outbox/apply-decision.ts';
import { toEditBase } from '../outbox/operation-record.ts';

const fields = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Home', category: 'Light' };

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

async function sync(): Promise<void> {
  await device.pullOrders();
  await device.exchange();
}

/** Adds a product with an image and changes its price and its images; returns a backup from before. */
async function addAndEdit(): Promise<ServerData> {
  const backup = await server.backUp();
  await device.pullOrders();
  const [first, second] = [
    await device.data.saveImage(imageOf('one'), 'product'),
    await device.data.saveImage(imageOf('two'), 'product'),
  ];
  await device.data.enqueue({ kind: 'addProduct', shop: 'pc', id: 1, isOwnId: false, fields, images: [first] });
  await device.exchange();
  const base = toEditBase(await server.product(1));
  const images = [{ kind: 'kept', id: second } as const, { kind: 'stored', name: '1.webp' } as const];
  const changed = { ...fields, price: '5' };
  await device.data.enqueue({ kind: 'editProduct', shop: 'pc', id: 1, base, fields: changed, images });
  await device.exchange();
  return backup;
}

const shown = () =>
  [...server.products.values()].map(({ product, images }) => [
    product.title,
    product.price,
    images.map(({ content }) => content).join(),
  ]);
const WHOLE = [['Lamp', '5', 'two,one']];

describe('[ADM16] applied operations', () => {
  it('wait again in another epoch, and change nothing where a backup that was put back is taken back', async () => {
    const backup = await addAndEdit();
    const newest = await server.backUp();
    await server.putBack(backup);
    await device.pullOrders();
    expect(await device.data.outbox()).toMatchObject([{ isRepeated: true }, { isRepeated: true }]);
    await server.putBack(newest);
    await sync();
    expect([shown(), await device.data.outbox()]).toEqual([WHOLE, []]);
  });

  it.each([2, 4, 6, 8, 10, 12, 14])(
    'survive a second restore when the repetition after the first was cut after %s steps',
    async (steps) => {
      const backup = await addAndEdit();
      await server.putBack(backup);
      await device.pullOrders();
      await device.exchangeUntilKilled(steps);
      await server.putBack(backup);
      await sync();
      expect(shown()).toEqual(WHOLE);
      expect(await device.data.outbox()).toEqual([]);
    },
  );

  it('of a revoked administrator are forgotten: no later login repeats them', async () => {
    const backup = await addAndEdit();
    await rejectWaiting(device.store, {
      code: 'access-revoked',
      detail: '',
      current: null,
      errors: [],
      imageId: null,
    });
    await server.putBack(backup);
    await sync();
    expect([shown(), await device.data.outbox(), await device.unusedImages()]).toEqual([[], [], []]);
  });
});

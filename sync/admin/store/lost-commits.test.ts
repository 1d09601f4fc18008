import { afterEach, expect, it, vi } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AdminData, AdminOperation } from '../../api/admin-api.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { loseNextCommit } from '../../testing/lost-commit.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';

type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));
afterEach(() => void vi.restoreAllMocks());

const lamp: Addition = {
  kind: 'addProduct',
  shop: 'pc',
  id: 1,
  isOwnId: false,
  fields: { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Home', category: 'Light' },
  images: [],
};
const deskLamp: Addition = { ...lamp, fields: { ...lamp.fields, title: 'Desk lamp' } };

/** Adds a product; `lose`: the reply is lost, so that the device does not know. */
async function add(lose = false): Promise<number> {
  const op = await device.data.enqueue(lamp);
  server.nextFault = (call) => (lose && call.endsWith('add-product') ? 'unanswered' : 'none');
  await device.exchange();
  server.nextFault = () => 'none';
  return op;
}

/** A write after which its operations are these, however it was answered. */
type Write = readonly [title: string, prepare: () => Promise<(data: AdminData) => Promise<unknown>>, kinds: string[]];

const WRITES: readonly Write[] = [
  ['an operation', async () => (data) => data.enqueue(lamp), ['addProduct']],
  [
    'a change of a discarded addition',
    async () => {
      const op = await device.data.enqueue(lamp);
      await device.data.discard(op);
      return (data) => data.changeAddition(op, deskLamp, lamp);
    },
    ['addProduct'],
  ],
  [
    'a change of an added product',
    async () => {
      const op = await add();
      return (data) => data.changeAddition(op, deskLamp, lamp);
    },
    ['editProduct'],
  ],
  [
    'discarding an addition that the server may have',
    async () => {
      const op = await add(true);
      return (data) => data.discard(op);
    },
    ['addProduct', 'deleteProduct'],
  ],
  [
    'sending a rejected operation again',
    async () => {
      server.addProduct(1);
      const op = await device.data.enqueue({ ...lamp, isOwnId: true });
      await device.exchange();
      return (data) => data.sendAgain(op);
    },
    ['addProduct'],
  ],
];

it.each(WRITES)('[ADM2] %s takes effect once if its commit has no answer', async (_title, prepare, kinds) => {
  const write = await prepare();
  const isLost = loseNextCommit('outbox');
  const page = device.openPage();
  await write(page);
  page.close();
  expect(isLost()).toBe(true);
  vi.restoreAllMocks();
  expect((await device.data.outbox()).map(({ operation }) => operation.kind)).toEqual(kinds);
});

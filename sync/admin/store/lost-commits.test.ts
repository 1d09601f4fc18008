import { afterEach, expect, it, vi } from 'vitest';
import type { AdminData } from '../../api/admin-api.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import { addLamp } from '../../testing/admin-operations.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { loseNextCommit } from '../../testing/lost-commit.ts';
import { imageOf } from '../../testing/sample-image.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));
afterEach(() => void vi.restoreAllMocks());

const lamp = addLamp();
const deskLamp = addLamp([], { title: 'Desk lamp' });

const nothing = async (): Promise<number> => 0;
const discarded = async (): Promise<number> => {
  const op = await device.data.enqueue(lamp);
  await device.data.discard(op);
  return op;
};
/** Adds a product; `fault` is the fault of the call that adds it. */
const added = async (fault: 'none' | 'unanswered' = 'none'): Promise<number> => {
  const op = await device.data.enqueue(lamp);
  server.nextFault = (call) => (call.endsWith('add-product') ? fault : 'none');
  await device.exchange();
  server.nextFault = () => 'none';
  return op;
};
const rejected = async (): Promise<number> => {
  await server.addProduct(1);
  const op = await device.data.enqueue({ ...lamp, isOwnId: true });
  await device.exchange();
  return op;
};

/** A write after which the device has operations of these kinds and this many images, whether or not its commit was answered. */
type Write = readonly [
  title: string,
  prepare: () => Promise<number>,
  write: (data: AdminData, op: number) => Promise<unknown>,
  kinds: readonly string[],
  images: number,
];

it.each<Write>([
  ['an operation', nothing, (data) => data.enqueue(lamp), ['addProduct'], 0],
  ['a chosen image', nothing, (data) => data.saveImage(imageOf('one'), 'product'), [], 1],
  ['a change of a discarded addition', discarded, changeLamp, ['addProduct'], 0],
  ['a change of an added product', added, changeLamp, ['editProduct'], 0],
  [
    'discarding an addition that the server may have',
    () => added('unanswered'),
    (data, op) => data.discard(op),
    ['addProduct', 'deleteProduct'],
    0,
  ],
  ['sending a rejected operation again', rejected, (data, op) => data.sendAgain(op), ['addProduct'], 0],
])('[ADM2] %s takes effect once if its commit has no answer', async (_title, prepare, write, kinds, images) => {
  const op = await prepare();
  const isLost = loseNextCommit('outbox');
  const page = device.openPage();
  await write(page, op);
  page.close();
  expect(isLost()).toBe(true);
  vi.restoreAllMocks();
  expect((await device.data.outbox()).map(({ operation }) => operation.kind)).toEqual(kinds);
  expect(await device.store.run((database) => database.images.count())).toBe(images);
});

function changeLamp(data: AdminData, op: number): Promise<number> {
  return data.changeAddition(op, deskLamp, lamp);
}

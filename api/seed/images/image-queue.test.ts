import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from '#api/storage/blobs/blob-store.ts';
import { createDiskBlobStore } from '#api/storage/blobs/disk-blob-store.ts';
import { createImageQueue } from './image-queue.ts';
import type { Painter } from './painter.ts';

const MOTIF = { title: 'Lamp', category: 'Lamps', icon: 'lamp', accessory: 'bulb' };
const planned = [1, 2, 3].map((number) => ({ folder: 'SmartProducts/7', number, motif: MOTIF }));
const IMAGE = 'SmartProducts/7/2.webp';
const PREVIEW = 'SmartProducts/7/preview/2-200.webp';

let folder: string;
let blobs: BlobStore;
let drawn: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-images-'));
  blobs = createDiskBlobStore(folder);
  drawn = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const painter: Pick<Painter, 'draw'> = {
  draw(_, { folder: place, number }) {
    drawn.push(number);
    return Promise.resolve([
      { path: `${place}/${number}.webp`, bytes: Buffer.from('large') },
      { path: `${place}/preview/${number}-200.webp`, bytes: Buffer.from('small') },
    ]);
  },
};
const readFrom = async (store: BlobStore, path: string) => (await store.find(path))?.bytes.toString();

test('a requested image is drawn before the others, once for several requests at the same time', async () => {
  const queue = createImageQueue(blobs, planned, painter);
  const texts = await Promise.all([IMAGE, PREVIEW, IMAGE].map((path) => readFrom(queue.blobs, path)));
  expect(texts).toEqual(['large', 'small', 'large']);
  expect(drawn).toEqual([2]);
  await queue.drawAll(() => undefined);
  expect(drawn.toSorted()).toEqual([1, 2, 3]);
});

test('an image that is deleted or written before it is drawn is not replaced by the drawing', async () => {
  const queue = createImageQueue(blobs, planned, painter);
  await Promise.all([queue.blobs.delete(IMAGE), queue.blobs.put('SmartProducts/7/1.webp', Buffer.from('mine'))]);
  await queue.drawAll(() => undefined);
  expect(await readFrom(blobs, IMAGE)).toBeUndefined();
  expect(await readFrom(blobs, 'SmartProducts/7/1.webp')).toBe('mine');
});

test('an image that cannot be drawn is missing, drawAll reports it, and the next request draws it', async () => {
  let isBroken = true;
  const queue = createImageQueue(blobs, planned, {
    draw: (...args) => (isBroken ? Promise.reject(new Error('no memory')) : painter.draw(...args)),
  });
  expect(await queue.blobs.find(IMAGE)).toBeUndefined();
  await expect(queue.drawAll(() => undefined)).rejects.toThrow('no memory');
  isBroken = false;
  expect(await readFrom(queue.blobs, IMAGE)).toBe('large');
});

test('the largest file of an image is written last: if it exists after an interruption, the others do too', async () => {
  const order: string[] = [];
  const recording: BlobStore = {
    ...blobs,
    async put(path, bytes) {
      await blobs.put(path, bytes);
      order.push(path);
    },
  };
  await createImageQueue(recording, planned.slice(1, 2), painter).drawAll(() => undefined);
  expect(order).toEqual([PREVIEW, IMAGE]);
});

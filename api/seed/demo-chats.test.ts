import { openTestContext } from '../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '#api/app-context.ts';
import { createChatsService } from '#api/chats/chats.service.ts';
import { imagePath } from '#api/images/image-paths.ts';
import { stockCameras } from '#api/testing/apps/order-app.ts';
import { seedChats } from './demo-chats.ts';
import { storeSeedState } from './seed-state.repository.ts';

/** The products of the demo chats. */
const PRODUCT_IDS = [1, 6, 13];

let folder: string;
let context: AppContext;

const open = (env: Record<string, string> = {}) => openTestContext(folder, { DEMO: '1', ...env });

/** Adds the parts of the demo catalogue that the chats need. */
async function pretendCatalogue(): Promise<void> {
  const image = sharp({ create: { width: 30, height: 30, channels: 3, background: '#4f7f00' } });
  for (const id of PRODUCT_IDS) {
    await stockCameras({ context }, 1, id);
    await context.blobs.put(imagePath('ayz', id, 1), await image.webp().toBuffer());
  }
  await storeSeedState(context.database, 'ayz', 'done');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-seed-'));
  context = await open();
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

const chatsOf = async (sub: string) => {
  const service = createChatsService({ listStaff: async () => [], sellerSub: undefined, now: Date.now });
  const chats = await service.listChats(context.database.reader, sub);
  return chats.map(({ product_id, unread_count, last_seq }) => ({ product_id, unread_count, last_seq }));
};

test('demo chats are added once, with unread messages on either side and a photo', async () => {
  await pretendCatalogue();
  await seedChats(context);
  await seedChats(context);
  expect(await chatsOf('demo-alice')).toEqual([
    { product_id: 1, unread_count: 1, last_seq: 4 },
    { product_id: 13, unread_count: 0, last_seq: 4 },
  ]);
  expect(await chatsOf('demo-sam')).toEqual([
    { product_id: 6, unread_count: 3, last_seq: 3 },
    { product_id: 1, unread_count: 0, last_seq: 4 },
    { product_id: 13, unread_count: 0, last_seq: 4 },
  ]);
  for (const chat of ['1-demo-alice', '13-demo-alice', '6-demo-bob']) {
    const photo = await context.blobs.find(`ChatPhotos/${chat}/pdemo-photo.webp`);
    expect((await sharp(photo?.bytes).metadata()).format).toBe('webp');
  }
});

test('an interrupted run is completed by the next start', async () => {
  await pretendCatalogue();
  const put = () => Promise.reject(new Error('power cut'));
  await expect(seedChats({ ...context, blobs: { ...context.blobs, put } })).rejects.toThrow('power cut');
  await seedChats(context);
  expect((await chatsOf('demo-alice')).map(({ last_seq }) => last_seq)).toEqual([4, 4]);
});

test('no chats are added without the demo catalogue, or with another seller', async () => {
  await seedChats(context);
  expect(await chatsOf('demo-sam')).toEqual([]);
  await pretendCatalogue();
  await context.close();
  context = await open({ SELLER_USER_ID: 'demo-bob' });
  await seedChats(context);
  expect(await chatsOf('demo-alice')).toEqual([]);
});

import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { CAMERA_ID, stockCameras } from '../testing/apps/order-app.ts';
import { uploadPhotos } from '../testing/clients/chat-client.ts';
import { readMemory, readPeakMemory } from '../testing/processes/memory.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import type { ServerProcess } from '../testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from '../testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from '../testing/processes/shop-folder.ts';

const MOST_MEMORY = 250_000_000;

const paint = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#c82828' } });

let folder: ShopFolder;
let server: ServerProcess;
let url: string;
let shoppers: readonly SignedInBuyer[];

beforeAll(async () => {
  folder = await openShopFolder();
  await stockCameras(folder, 5);
  // Started as in the container image of deploy/; without MALLOC_TRIM_THRESHOLD_, the C library keeps 60 MB more for later.
  server = startServerProcess(folder.dataDir, { ...SHOP_PROCESS_ENV, MALLOC_TRIM_THRESHOLD_: '131072' });
  url = await server.url();
  shoppers = await folder.addBuyers(4);
}, 120_000);
afterAll(async () => {
  await server.kill();
  await folder.close();
});

/** Uploads a file eight times at once, two times by each shopper; returns the replies as "status code". */
async function uploadEight(bytes: Uint8Array): Promise<string[]> {
  const uploads = [...shoppers, ...shoppers].map(async ({ sub, headers }) => {
    const { status, body } = await uploadPhotos({ url }, { headers }, chatIdOf(sub, CAMERA_ID), [{ bytes }]);
    return `${status} ${String(body['code'] ?? '')}`.trim();
  });
  return Promise.all(uploads);
}

test.skipIf(!existsSync('/proc/self/status'))(
  '[IMG8] eight small files of many megapixels at once cost the server at most 250 MB more',
  { timeout: 300_000 },
  async () => {
    const pid = server.child.pid ?? 0;
    // Warms up: loads the image library and the chats.
    const small = await paint(60).png().toBuffer();
    expect(await uploadEight(small)).toEqual(Array(8).fill('200'));
    const before = readMemory(pid).own;
    const taken = () => readPeakMemory(pid) - before;

    const deep = await paint(6_300).toColourspace('rgb16').png({ progressive: true }).toBuffer();
    expect(deep.length).toBeLessThan(1_200_000);
    expect(await uploadEight(deep)).toEqual(Array(8).fill('413 too-large'));
    expect(taken()).toBeLessThan(MOST_MEMORY);

    // The largest images that are accepted although they are decoded as a whole.
    const passes = await paint(5_200).jpeg({ progressive: true }).toBuffer();
    expect(await uploadEight(passes)).toEqual(Array(8).fill('200'));
    expect(taken()).toBeLessThan(MOST_MEMORY);
  },
);

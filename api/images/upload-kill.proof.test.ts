import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBucketOfTests } from '../testing/blobs/bucket-of-tests.ts';
import { createAdminTokens } from '../identity/admin/admin-tokens.ts';
import { createImageClient, drawTestImage, listImageFilesOf } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { createRandom } from '../testing/random.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import type { ServerProcess } from '../testing/processes/server-process.ts';
import { openShopFolder } from '../testing/processes/shop-folder.ts';
import type { ShopFolder } from '../testing/processes/shop-folder.ts';
import { createPurgeImagesJob } from './purge-images.job.ts';
import { createPurgeOrphanImagesJob } from './purge-orphan-images.job.ts';
import { holdWriteLock } from '../testing/databases/hold-write-lock.ts';

const LAMP = 1;
const HOUR_MS = 3_600_000;
/** Each test starts server processes, which takes long on a busy machine. */
const TIMEOUT_MS = 180_000;

let folder: ShopFolder;
let server: ServerProcess;
let admin: ImageClient;
let token = '';
let bytes: Buffer;

beforeEach(async () => {
  folder = await openShopFolder();
  const { context } = folder;
  await context.products.saveProducts('pc', [
    { id: LAMP, fields: { title: 'Lamp', main_category: 'Light', category: 'Desk' } },
  ]);
  bytes = await drawTestImage('red', 2_000, 1_500);
  await start();
  // The first start creates a password, which revokes older tokens.
  token = await createAdminTokens(context.database, context.now).create(context.database.writer);
  admin = createImageClient(await server.url(), { authorization: `Bearer ${token}` });
});
afterEach(async () => {
  await server.kill();
  await folder.close();
});

async function start(): Promise<void> {
  server = startServerProcess(folder.dataDir);
  admin = createImageClient(await server.url(), { authorization: `Bearer ${token}` });
}

/** Begins an upload whose server is killed before it answers. */
const begin = (key: string): void => void admin.upload('pc', LAMP, [{ bytes }], key).catch(() => undefined);

const listRows = () =>
  folder.context.database.reader.selectFrom('product_picture').select(['id', 'state']).orderBy('id').execute();
const listFiles = () => listImageFilesOf(folder, 'Pictures');
const countOf = async () =>
  (await folder.context.database.reader.selectFrom('product').select('imagecount').executeTakeFirst())?.imagecount;

/** Runs the purge jobs as a server does some hours later. */
async function purgeLater(): Promise<void> {
  const { database, write, blobs, log } = folder.context;
  const options = { database, write, blobs, log, now: () => Date.now() + 25 * HOUR_MS };
  await createPurgeImagesJob(options).run();
  await createPurgeOrphanImagesJob(options).run();
}

const lockDatabase = () => holdWriteLock(folder.context.database);

/** Expects the product to show this many images, all of their files to exist, and no others. */
async function expectWhole(images: number): Promise<void> {
  expect(await countOf()).toBe(images);
  const rows = await listRows();
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: images }, () => 'live'));
  const files = await listFiles();
  for (const { id } of rows) {
    expect(files.filter((path) => path.startsWith(`Pictures/p${id}/`)).length).toBeGreaterThan(3);
    for (let number = 1; number <= images; number += 1) {
      expect((await admin.call('GET', `/images/PCProducts/1/preview/${number}.webp`)).status).toBe(200);
    }
  }
  expect(new Set(files.map((path) => path.split('/')[1])).size).toBe(images);
  expect(files.some((path) => path.includes('/.'))).toBe(false);
}

describe('a server that is killed during an upload', { timeout: TIMEOUT_MS }, () => {
  it('[fault 23] while the image is received leaves nothing', async () => {
    const port = new URL(await server.url()).port;
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/upload-images HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 100000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="images"; filename="1.webp"\r\n\r\n',
    );
    socket.write(bytes.subarray(0, 5_000));
    await delay(200);
    await server.kill();
    socket.destroy();
    expect([await listRows(), await listFiles()]).toEqual([[], []]);
    await start();
    expect((await admin.upload('pc', LAMP, [{ bytes }], 'one')).status).toBe(200);
    await expectWhole(1);
  });

  it('before it writes the image’s row leaves nothing', async () => {
    const unlock = await lockDatabase();
    begin('one');
    await delay(500);
    await server.kill();
    await unlock();
    expect([await listRows(), await listFiles()]).toEqual([[], []]);
    await start();
    expect((await admin.upload('pc', LAMP, [{ bytes }], 'one')).status).toBe(200);
    await expectWhole(1);
  });

  it.skipIf(hasBucketOfTests)(
    'after a fault between two files leaves a row that leads to them, and the upload can be repeated',
    async () => {
      // The image's second file cannot be written: its folder is a file.
      await mkdir(join(folder.dataDir, 'images', 'Pictures', 'pone'), { recursive: true });
      await writeFile(join(folder.dataDir, 'images', 'Pictures', 'pone', 'preview'), '');
      const reply = await admin.upload('pc', LAMP, [{ bytes }], 'one');
      expect(reply.status).toBe(500);
      await server.kill();
      expect(await countOf()).toBe(0);
      await purgeLater();
      expect([await listRows(), await listFiles()]).toEqual([[], []]);
      await start();
      expect((await admin.upload('pc', LAMP, [{ bytes }], 'one')).status).toBe(200);
      await expectWhole(1);
    },
  );

  it('[fault 24] before the row is live leaves an image that is not shown, and the upload can be repeated', async () => {
    begin('one');
    await expect.poll(async () => (await listFiles()).length, { interval: 5 }).toBeGreaterThan(0);
    const unlock = await lockDatabase();
    await delay(300);
    await server.kill();
    await unlock();
    const [row] = await listRows();
    // The row may or may not have become live before the lock.
    expect(['coming', 'live']).toContain(row?.state);
    await start();
    expect((await admin.upload('pc', LAMP, [{ bytes }], 'one')).status).toBe(200);
    await purgeLater();
    await expectWhole(1);
  });

  it('[IMG1] at any moment leaves no product without its images and no file without a product', async () => {
    const random = createRandom(20_261_121);
    const sent = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      begin(`round-${round}`);
      begin(`round-${round}-b`);
      await delay(random() * 400);
      await server.kill();
      await start();
      if (round % 2 === 0) {
        for (const key of [`round-${round}`, `round-${round}-b`]) {
          sent.add(key);
          expect((await admin.upload('pc', LAMP, [{ bytes }], key)).status).toBe(200);
        }
      }
    }
    await purgeLater();
    const rows = await listRows();
    const live = rows.filter(({ state }) => state === 'live').map(({ id }) => id);
    for (const key of sent) expect(live).toContain(key);
    await expectWhole(live.length);
  });
});

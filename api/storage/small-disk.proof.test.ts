import { fileOf } from './database-source.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator } from '../testing/clients/administrator.ts';
import type { Administrator } from '../testing/clients/administrator.ts';
import { CAMERA_ID, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { createImageClient, drawTestImage, listImageFilesOf } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { send } from '../testing/clients/send.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../testing/processes/small-disk.ts';
import type { SmallDisk } from '../testing/processes/small-disk.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const DISK_BYTES = 24 * 1_024 * 1_024;
/** Free bytes that are enough for the rows of an upload, but not for its files. */
const ROOM_FOR_ROWS = 200_000;
const LONG = 'x'.repeat(190_000);
const MAX_WRITES = 100;

const reason = await whyNoSmallDisk();
let disk: SmallDisk;
let app: TestApp;
let admin: Administrator;
let pictures: ImageClient;
let buyer: Buyer;

describe.skipIf(reason !== '')(`a disk of ${DISK_BYTES} bytes${reason}`, () => {
  beforeEach(async () => {
    disk = await mountSmallDisk(DISK_BYTES);
    app = await startOrderApp(5, { dataDir: join(disk.folder, 'data') });
    admin = await createAdministrator(app);
    pictures = createImageClient(app.url, admin.headers);
    buyer = await signInBuyer(app, 'alice');
  });
  afterEach(async () => {
    await app.stop();
    await disk.unmount();
  });

  const readCamera = async (): Promise<number> => (await send(app.url, `/api/products/${CAMERA_ID}?shop=ayz`)).status;

  it('[fault 27] that is full: an upload gets 507, leaves nothing behind, and works once there is space', async () => {
    const [small, large] = [await drawTestImage('red'), await drawNoise()];
    expect((await pictures.upload('ayz', CAMERA_ID, [{ bytes: small }], 'first')).status).toBe(200);
    const before = await listImageFilesOf(app, 'Pictures');
    await disk.fill(ROOM_FOR_ROWS);
    const upload = () => pictures.upload('ayz', CAMERA_ID, [{ bytes: large }], 'second');
    expect(await upload()).toMatchObject({ status: 507, code: 'no-disk-space' });
    await expect.poll(() => listImageFilesOf(app, 'Pictures')).toEqual(before);
    expect((await send(app.url, `/images/AYZProducts/${CAMERA_ID}/preview/1.webp`)).status).toBe(200);
    expect(await readCamera()).toBe(200);

    await disk.free();
    expect((await upload()).status).toBe(200);
    expect(await pictures.list('ayz', CAMERA_ID)).toHaveLength(2);
  });

  it('[fault 28] that is full: writes get 503 and are rolled back, reads work, writes resume with space', async () => {
    await disk.fill();
    const add = (number: number) => {
      const product = { title: `Long ${number}`, main_category: 'Books', category: 'Long ones', description: LONG };
      return admin.call('POST', '/api/add-product?shop=ayz', product, { 'idempotency-key': `long-${number}` });
    };
    // The write-ahead log has some space left.
    let number = 0;
    let rejected = await add(number);
    while (rejected.status === 200 && number < MAX_WRITES) rejected = await add(++number);
    const { status, body } = rejected;
    expect([status, body['code'], body['error'], body['retryAfter']]).toEqual([
      503,
      'not-ready',
      'The server is out of disk space.',
      30,
    ]);
    expect(await app.context.products.countProducts('ayz')).toBe(1 + number);
    const first = await buyer.buy(undefined, 'key-1');
    expect([200, 503]).toContain(first.status);
    const bought = first.status === 200 ? 1 : 0;
    const held = (units: number) => ({ available: 5 - units, reserved: units, sold: 0 });
    expect(await readStock(app)).toEqual({ counters: held(bought), ledger: held(bought) });
    expect(await readCamera()).toBe(200);
    expect((await buyer.call('GET', `/api/cart/${buyer.sub}`)).status).toBe(200);
    // During this pause, jobs hit the full disk as well.
    await delay(1_500);

    await disk.free();
    expect((await add(number)).status).toBe(200);
    expect((await buyer.buy(undefined, 'key-1')).status).toBe(200);
    expect(await readStock(app)).toEqual({ counters: held(1), ledger: held(1) });
    expect(await app.context.products.countProducts('ayz')).toBe(2 + number);
    const copy = new BetterSqlite3(fileOf(app.context.database.source), { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    copy.close();
  });

  it('[fault 31] that is read-only: the start fails with advice', async () => {
    await app.stop();
    disk.makeReadOnly();
    const run = startServerProcess(app.context.config.dataDir);
    expect(await run.exit).toBe(1);
    expect(run.output()).toBe(
      `The database ${fileOf(app.context.database.source)} cannot be opened: give this user read and write access to the file and its folder, and start again.\n`,
    );
  });
});

/** An image that cannot be compressed. */
const drawNoise = (): Promise<Buffer> =>
  sharp(randomBytes(1_200 * 900 * 3), { raw: { width: 1_200, height: 900, channels: 3 } })
    .jpeg()
    .toBuffer();

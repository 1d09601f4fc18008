import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdminTokens } from './identity/admin/admin-tokens.ts';
import { btcPayEnv, startFakeBtcPay } from './payments/testing/fake-btcpay.ts';
import type { FakeProvider } from './payments/testing/fake-provider.ts';
import { createBuyer, readStock, stockCameras } from './testing/apps/order-app.ts';
import type { Buyer } from './testing/apps/order-app.ts';
import { drawTestImage, listImageFilesOf } from './testing/clients/image-client.ts';
import { json } from './testing/clients/send.ts';
import type { Reply } from './testing/clients/send.ts';
import { startServerProcess } from './testing/processes/server-process.ts';
import type { ServerProcess } from './testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from './testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from './testing/processes/shop-folder.ts';

const CRASHING_SERVER = join(import.meta.dirname, 'testing', 'processes', 'crashing-server.ts');
/** How long the provider takes, so that a checkout is in flight. */
const PROVIDER_MS = 1_500;
/** A drain lasts ten seconds at most; a busy machine takes a little longer to start and end it. */
const LONGEST_STOP_MS = 13_000;
const TIMEOUT_MS = 90_000;
const ENDED_BY_FAULT = '"uncaught fault, server stops"';

let provider: FakeProvider;
let folder: ShopFolder;
let server: ServerProcess;
let buyer: Buyer;
let token: string;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  provider = await startFakeBtcPay();
  provider.behaviour.beforeInvoice = () => delay(PROVIDER_MS);
  folder = await openShopFolder();
  await stockCameras(folder, 5);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.kill();
  await folder.close();
  await provider.close();
});

async function start(env: Readonly<Record<string, string>> = {}, main?: string): Promise<void> {
  server = startServerProcess(
    folder.dataDir,
    {
      ...SHOP_PROCESS_ENV,
      ...btcPayEnv(provider),
      ...env,
    },
    main,
  );
  const url = await server.url();
  const [signedIn] = (await folder.addBuyers(1)) as [SignedInBuyer];
  buyer = createBuyer(url, signedIn.sub, signedIn.headers);
  const { database, now } = folder.context;
  token = await createAdminTokens(database, now).create(database.writer);
}

/** Begins an upload and sends its first half. */
async function beginUpload(key: string) {
  const image = await drawTestImage('red', 600, 400);
  const form = new Request('http://x', { method: 'POST', body: toForm(image) });
  const body = Buffer.from(await form.arrayBuffer());
  const socket = connect(Number(new URL(await server.url()).port), '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (part: Buffer) => (heard += part.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const head = [
    'POST /api/upload-images HTTP/1.1',
    'host: x',
    `authorization: Bearer ${token}`,
    `idempotency-key: ${key}`,
    `content-type: ${form.headers.get('content-type')}`,
    `content-length: ${body.length}`,
  ];
  const half = body.length >> 1;
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, half));
  return {
    closed,
    heard: () => heard,
    finish: () => void socket.write(body.subarray(half)),
  };
}

function toForm(image: Buffer): FormData {
  const form = new FormData();
  form.append('productId', '1');
  form.append('shopType', 'ayz');
  form.append('images', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), '1.jpg');
  return form;
}

const listImages = () =>
  folder.context.database.reader.selectFrom('product_picture').select(['id', 'state']).orderBy('id').execute();
const HELD = { available: 4, reserved: 1, sold: 0 };

/** Expects the checkout that was in flight to be complete. */
async function expectOrdered(reply: Reply): Promise<void> {
  expect(reply.status).toBe(200);
  expect(json(reply)['payment_url']).toBe(`${provider.url}/i/${provider.invoices[0]?.id}`);
  expect(provider.invoices).toHaveLength(1);
  expect(await readStock(folder)).toEqual({ counters: HELD, ledger: HELD });
}

describe('[fault 32] SIGTERM during an upload and a checkout', { timeout: TIMEOUT_MS }, () => {
  it('lets both finish, cuts a stalled upload, and exits cleanly within ten seconds', async () => {
    await start();
    const finished = await beginUpload('finished');
    const stalled = await beginUpload('stalled');
    const buying = buyer.buy(undefined, 'key-1');
    await expect.poll(async () => (await readStock(folder)).counters.reserved).toBe(1);
    const startMs = performance.now();
    server.child.kill('SIGTERM');
    const isServed = (): Promise<boolean> =>
      buyer.orders().then(
        () => true,
        () => false,
      );
    await expect.poll(isServed).toBe(false);
    finished.finish();
    await expectOrdered(await buying);
    await finished.closed;
    expect(finished.heard()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await server.exit).toBe(0);
    expect(performance.now() - startMs).toBeLessThan(LONGEST_STOP_MS);
    await stalled.closed;
    expect(stalled.heard()).toBe('');
    expect(await listImages()).toEqual([{ id: 'finished', state: 'live' }]);
    const files = await listImageFilesOf(folder, 'Pictures');
    expect(files.length).toBeGreaterThan(3);
    expect(files.every((path) => path.startsWith('Pictures/pfinished/'))).toBe(true);
  });
});

describe('[fault 33] an uncaught fault', { timeout: TIMEOUT_MS }, () => {
  it('is logged, requests in flight are answered, and the process exits with 1', async () => {
    await start({ LOG_LEVEL: 'error' }, CRASHING_SERVER);
    const buying = buyer.buy(undefined, 'key-1');
    await expect.poll(async () => (await readStock(folder)).counters.reserved).toBe(1);
    server.child.kill('SIGUSR2');
    await expect.poll(() => server.output()).toContain(ENDED_BY_FAULT);
    // A second fault does not cut off the requests that the first one lets finish.
    server.child.kill('SIGUSR2');
    await expectOrdered(await buying);
    expect(await server.exit).toBe(1);
    const lines = server
      .output()
      .split('\n')
      .filter((text) => text.includes(ENDED_BY_FAULT));
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, err: { message: 'uncaught on purpose' } });
    // Restarts the server as a supervisor does: the order is complete, and the server is ready.
    await server.kill();
    provider.behaviour.beforeInvoice = undefined;
    server = startServerProcess(folder.dataDir, SHOP_PROCESS_ENV);
    const { sub } = buyer;
    expect(await folder.context.database.reader.selectFrom('purchase').select(['sub', 'status']).execute()).toEqual([
      { sub, status: 'waiting' },
    ]);
    expect((await fetch(`${await server.url()}/readyz`)).status).toBe(200);
  });
});

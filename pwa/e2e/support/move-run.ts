import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { runMove } from '#api/nodes/move/move-command.ts';
import { createBuyer, stockCameras } from '#api/testing/apps/order-app.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { hasSwift, startSwift, toSettings } from '#api/testing/blobs/swift-server.ts';
import { startPostgresServer } from '#api/testing/databases/postgres-server.ts';
import { addBuyers } from '#api/testing/processes/shop-folder.ts';
import { readDataset } from './shops/dataset.ts';
import { createDevice, syncShop } from './device.ts';
import type { Tab } from './device.ts';

/** Size of a shop that is moved while a device holds a copy of it. */
export interface MoveRun {
  readonly products: number;
  readonly images: number;
  readonly orders: number;
}

/** The result of a move, and how it affected a device. */
export interface MoveReport {
  readonly products: number;
  readonly moveSeconds: number;
  /** Output lines of the command; the last one says that all digests are equal. */
  readonly lines: readonly string[];
  /** Exit code of the command. */
  readonly code: number;
  /** Number of calls for blocks by a device before the move, and by the same device after it. */
  readonly blockCallsBefore: number;
  readonly blockCallsAfter: number;
  readonly manifestCallsAfter: number;
  /** Whether the device shows a change that was made after the move. */
  readonly isInSync: boolean;
  /** Number of products on a device without data that loads everything after the move. */
  readonly newDeviceRows: number;
  /** Orders after the move. */
  readonly orders: number;
  /** Images that a node with an empty folder serves; undefined: without a bucket. */
  readonly images: number | undefined;
}

const isBlock = (url: string): boolean => url.includes('/api/sync/blocks/');

/**
 * Fills a shop on SQLite and disk, syncs a device, moves the shop to PostgreSQL and a bucket, and syncs the device again with a node that has an
 * empty folder.
 */
export async function runMoveOfShop({ products, images, orders }: MoveRun): Promise<MoveReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-move-run-'));
  const dataDir = join(folder, 'data');
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const sqlite = { DATABASE_URL: `sqlite:${join(dataDir, 'hexlime.sqlite')}` };
  let app: TestApp = await startTestApp({ dataDir, env: sqlite });
  resources.defer(() => app.stop());
  await fill(app, products);
  for (let number = 1; number <= images; number += 1) {
    await app.context.blobs.put(`PCProducts/${number}/1.webp`, Buffer.alloc(20_000, `picture ${number} `));
  }
  const buyers = await addBuyers(app.context, orders, 0);
  for (const { sub, headers } of buyers) await createBuyer(app.url, sub, headers).buy();
  await app.server.snapshots.build();

  const origin = app.url;
  const device = createDevice(origin);
  resources.defer(async () => device.closeAll());
  const calls: string[] = [];
  const open = (): Tab =>
    device.openTab((input, init) => {
      calls.push(String(input));
      return fetch(String(input).replace(origin, app.url), init);
    });
  const count = (matches: (url: string) => boolean): number => calls.filter(matches).length;
  const first = open();
  await syncShop(first, 'pc');
  first.close();
  const blockCallsBefore = count(isBlock);
  await app.stop();

  const postgres = await startPostgresServer();
  resources.defer(() => postgres.stop());
  const swift = hasSwift ? await startSwift() : undefined;
  if (swift) resources.defer(() => swift.stop());
  const bucket = swift ? toSettings(swift) : {};
  const lines: string[] = [];
  const startMs = performance.now();
  const code = await runMove(
    [],
    { DATA_DIR: dataDir, MOVE_TO: postgres.url, ...sqlite, ...bucket },
    {
      write: (line: string) => lines.push(line.trimEnd()) > 0,
    },
  );
  const moveSeconds = (performance.now() - startMs) / 1_000;

  app = await startTestApp({ dataDir: join(folder, 'node'), env: { DATABASE_URL: postgres.url, ...bucket } });
  calls.length = 0;
  const second = open();
  await syncShop(second, 'pc');
  await app.context.products.saveProducts('pc', [{ id: 1, fields: { title: 'Changed after the move' } }]);
  await second.engine.refresh();
  const isInSync = await waitFor(async () => {
    const page = await second.engine.catalog.browse('pc', { ...EMPTY_BROWSE_STATE, search: 'changed after the move' });
    return page.total === 1;
  });
  const blockCallsAfter = count(isBlock);
  const manifestCallsAfter = count((url) => url.includes('/pc/manifest'));

  const stranger = createDevice(app.url);
  resources.defer(async () => stranger.closeAll());
  const tab = stranger.openTab();
  await syncShop(tab, 'pc');
  const { total } = await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE);
  return {
    products,
    moveSeconds,
    lines,
    code,
    blockCallsBefore,
    blockCallsAfter,
    manifestCallsAfter,
    isInSync,
    newDeviceRows: total,
    orders: await countOrders(app),
    images: swift && (await countImages(app, images)),
  };
}

async function fill(app: TestApp, products: number): Promise<void> {
  const { rows } = readDataset(products);
  for (let start = 0; start < rows.length; start += 1_000) {
    await app.context.products.saveProducts(
      'pc',
      rows.slice(start, start + 1_000).map((row, place) => ({ ...row, id: start + place + 1 })),
    );
  }
  await stockCameras(app, 1_000);
}

async function countOrders({ context }: TestApp): Promise<number> {
  const rows = await context.database.reader.selectFrom('purchase').select('id').execute();
  return rows.length;
}

async function countImages({ context }: TestApp, images: number): Promise<number> {
  let found = 0;
  for (let number = 1; number <= images; number += 1) {
    if (await context.blobs.find(`PCProducts/${number}/1.webp`)) found += 1;
  }
  return found;
}

async function waitFor(condition: () => Promise<boolean>): Promise<boolean> {
  for (const endMs = performance.now() + 10_000; performance.now() < endMs;) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

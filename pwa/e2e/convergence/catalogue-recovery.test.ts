import { createHash } from 'node:crypto';
import { fileOf } from '#api/storage/database-source.ts';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { purgeTombstones } from '#api/catalog/feed/feed.repository.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { readTable } from '../simulation/disks/read-disk.ts';
import { createDevice, syncShop } from '../support/device.ts';
import { breakReplies, SNAPSHOT_TIMES, usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const { save, snapshotReady, expectInSync, pullAgain } = pc;

const portal = (): Response =>
  new Response('<!doctype html><p>Accept our terms', { status: 200, headers: { 'content-type': 'text/html' } });

describe("[PULL6] replies that are not our server's", () => {
  it.each([
    ['a captive portal', 'foreign-reply', () => portal()],
    [
      'a portal that claims JSON',
      'foreign-reply',
      () => new Response('<p>terms', { status: 200, headers: { 'content-type': 'application/json' } }),
    ],
    ['JSON of another shape', 'server-error', () => Response.json({ hello: 'world' })],
    [
      'a body cut in the middle',
      'server-error',
      async (reply: Response) => new Response((await reply.text()).slice(0, -20), { headers: reply.headers }),
    ],
  ])('%s leaves the last valid data and is reported', async (_name, problem, change) => {
    await save(1, 30);
    await snapshotReady(30);
    let isBroken = false;
    const tab = pc.device.openTab(
      breakReplies((path, reply) => (isBroken && path.startsWith('/api/') ? change(reply) : reply)),
    );
    await syncShop(tab, 'pc');
    isBroken = true;
    await save(31, 1);
    await tab.engine.refresh();
    await tab.waitFor('pc', (status) => status.problem === problem, 'the problem to show');
    expect((await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(30);
    isBroken = false;
    await tab.engine.refresh();
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(31);
    await tab.waitFor('pc', (status) => status.problem === null, 'the problem to go');
  });

  it('[CAT6] a damaged block is requested again and never stored', async () => {
    await save(1, 30);
    await snapshotReady(30);
    let damaged = 0;
    const tab = pc.device.openTab(
      breakReplies(async (path, reply) => {
        if (!path.startsWith('/api/sync/blocks/') || damaged >= 3) return reply;
        damaged += 1;
        const bytes = new Uint8Array(await reply.arrayBuffer());
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
        return new Response(bytes, { headers: reply.headers });
      }),
    );
    await syncShop(tab, 'pc');
    expect(damaged).toBe(3);
    await expectInSync(tab, 'pc');
  });

  it('[CAT10] one unreadable row in 1,000 is quarantined; the others and the cursor advance', async () => {
    await save(1, 10);
    await snapshotReady(10);
    const tab = pc.device.openTab(
      breakReplies(async (path, reply) => {
        if (!path.endsWith('/changes')) return reply;
        const page = (await reply.json()) as { products?: Record<string, unknown>[] };
        for (const product of page.products ?? []) if (product['id'] === 500) product['price'] = '-5';
        return Response.json(page);
      }),
    );
    await syncShop(tab, 'pc');
    await save(11, 1_000);
    await tab.engine.refresh();
    const status = await tab.waitFor('pc', ({ quarantinedRows }) => quarantinedRows === 1, 'the row to be quarantined');
    expect(status.problem).toBeNull();
    expect((await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(1_009);
  });
});

describe('[CAT8] damage on the device', () => {
  /** Changes one byte of every stored block of a kind, as a broken disk would. */
  async function damageBlocks(kind: 'cards' | 'details'): Promise<void> {
    const { blocks } = (await (await fetch(`${pc.app.url}/api/sync/pc/manifest`)).json()) as {
      blocks: { hash: string; kind: string }[];
    };
    const wanted = new Set(blocks.filter((block) => block.kind === kind).map((block) => block.hash));
    const name = (await pc.device.indexedDB.databases())[0]?.name ?? '';
    const open = pc.device.indexedDB.open(name);
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const store = open.result.transaction('blocks', 'readwrite').objectStore('blocks');
    const all = store.getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    for (const record of all.result as { hash: string; bytes: ArrayBuffer }[]) {
      if (!wanted.has(record.hash)) continue;
      const bytes = new Uint8Array(record.bytes);
      bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 0xff;
      store.put(record);
    }
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    open.result.close();
  }

  it.each(['cards', 'details'] as const)(
    'in a %s block is noticed and only that block is fetched again',
    async (kind) => {
      await save(1, 30);
      await snapshotReady(30);
      const first = pc.device.openTab();
      await syncShop(first, 'pc');
      first.close();
      await damageBlocks(kind);
      const paths: string[] = [];
      const second = pc.device.openTab(
        breakReplies((path, reply) => {
          paths.push(path);
          return reply;
        }),
      );
      await second.engine.openShop('pc');
      // Details are read when a product opens; the server answers then, and the next pull repairs the block.
      expect(await second.engine.catalog.product('pc', 7)).toMatchObject({ id: 7 });
      await second.engine.refresh();
      await expect.poll(() => paths.filter((path) => path.startsWith('/api/sync/blocks/')).length).toBe(1);
      await syncShop(second, 'pc');
      await expectInSync(second, 'pc');
      expect(paths.filter((path) => path.startsWith('/api/sync/blocks/')).length).toBe(1);
    },
  );
});

describe('[CAT9] a server with another history', () => {
  it('a restored older database removes unknown rows and delivers its new ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hexlime-restore-'));
    await pc.app.stop();
    pc.app = await startTestApp({ dataDir: folder, snapshotTimes: SNAPSHOT_TIMES });
    const restoring = createDevice(pc.app.url);
    await save(1, 40);
    await snapshotReady(40);
    const backup = join(folder, 'backup.sqlite');
    const live = new Sqlite(fileOf(pc.app.context.config.database));
    live.exec(`VACUUM INTO '${backup}'`);
    live.close();
    await save(41, 20);
    await pc.app.context.products.deleteProducts('pc', [1, 2]);
    // The server restarts on another port; the device sees the same origin.
    const origin = pc.app.url;
    const tab = restoring.openTab((input, init) => fetch(String(input).replace(origin, pc.app.url), init));
    await syncShop(tab, 'pc');
    await tab.engine.refresh();
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(58);
    await pc.app.stop();
    await Promise.all(
      ['', '-wal', '-shm'].map((end) => rm(`${fileOf(pc.app.context.config.database)}${end}`, { force: true })),
    );
    await copyFile(backup, fileOf(pc.app.context.config.database));
    pc.app = await startTestApp({ dataDir: folder, snapshotTimes: SNAPSHOT_TIMES });
    await save(50, 3, { title: 'After the restore' });
    await tab.engine.refresh();
    // The restored server builds its snapshot first and answers with Retry-After.
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(43);
    await pullAgain(tab, 'pc');
    await expectInSync(tab, 'pc');
    restoring.closeAll();
    await pc.app.stop();
    await rm(folder, { recursive: true, force: true });
    pc.app = await startTestApp();
  });

  it('a cursor below the tombstone floor leaves no deleted row visible', async () => {
    await save(1, 40);
    await snapshotReady(40);
    const first = pc.device.openTab();
    await syncShop(first, 'pc');
    first.close();
    await pc.app.context.products.deleteProducts('pc', [5, 6, 7]);
    await save(8, 1, { title: 'Newer' });
    await pc.app.context.products.deleteProducts('pc', [9]);
    await pc.app.context.database.writer
      .transaction()
      .execute((trx) => purgeTombstones(trx, 'pc', Number.MAX_SAFE_INTEGER, 1_000));
    await pc.app.context.states.refresh(['pc']);
    const second = pc.device.openTab();
    await second.engine.openShop('pc');
    await expect.poll(async () => (await second.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(36);
    await pullAgain(second, 'pc');
    await expectInSync(second, 'pc');
  });
});

describe('[CAT18] a server whose snapshots this page cannot read', () => {
  it('is recognized before its blocks are fetched; the tab keeps what it has and asks rarely', async () => {
    await save(1, 30);
    await snapshotReady(30);
    const newer = new TextEncoder().encode('a block of a later format');
    const hash = createHash('sha256').update(newer).digest('hex');
    const block = { hash, kind: 'cards', rows: 31, bytes: newer.length };
    let isNewer = false;
    const paths: string[] = [];
    const tab = pc.device.openTab(
      breakReplies(async (path, reply) => {
        paths.push(path);
        if (!isNewer) return reply;
        const headers = { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) };
        if (path.endsWith('/pc/changes')) return Response.json({ refetch: true, epoch: 'later' }, { headers });
        if (path.endsWith('/pc/manifest')) {
          const manifest = (await reply.json()) as object;
          return Response.json(
            { ...manifest, epoch: 'later', format: SNAPSHOT_FORMAT + 1, blocks: [block] },
            { headers },
          );
        }
        if (path.endsWith(hash))
          return new Response(newer, { headers: { 'content-type': 'application/octet-stream' } });
        return reply;
      }),
    );
    await syncShop(tab, 'pc');
    isNewer = true;
    paths.length = 0;
    await tab.engine.refresh();
    await tab.waitFor('pc', ({ problem }) => problem !== null, 'the problem to show');
    // Long enough for two retries after a failure.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(tab.status('pc')?.problem).toBe('newer-server');
    expect(paths.filter((path) => path.startsWith('/api/sync/blocks/'))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('/pc/manifest')).length).toBe(1);
    expect((await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(30);
    // After a roll-back of the server, the page can read its replies again.
    isNewer = false;
    await save(31, 1);
    await tab.engine.refresh();
    await tab.waitFor('pc', ({ problem }) => problem === null, 'the problem to go');
    await expectInSync(tab, 'pc');
  });
});

describe('[LEAD6] a leader that cannot continue', () => {
  /** Empties the device's database under the running engine, as a browser short of space does. */
  async function emptyDatabase(): Promise<void> {
    const name = (await pc.device.indexedDB.databases())[0]?.name ?? '';
    const open = pc.device.indexedDB.open(name);
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const stores = [...open.result.objectStoreNames];
    const transaction = open.result.transaction(stores, 'readwrite');
    for (const store of stores) transaction.objectStore(store).clear();
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    open.result.close();
  }

  it('emptied storage is noticed and refilled, for other tabs too', async () => {
    await save(1, 30);
    await snapshotReady(30);
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    await emptyDatabase();
    await save(31, 2);
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(32);
    await expectInSync(tab, 'pc');
    const second = pc.device.openTab();
    await second.engine.openShop('pc');
    await expect.poll(async () => (await second.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).source).toBe('device');
    await expectInSync(second, 'pc');
  });

  it('code that failed to load is loaded again', async () => {
    await save(1, 5);
    await snapshotReady(5);
    let failures = 0;
    const tab = pc.device.openTab(fetch, () =>
      failures++ === 0 ? Promise.reject(new TypeError('offline')) : undefined,
    );
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(5);
    await syncShop(tab, 'pc');
    await expectInSync(tab, 'pc');
  });
});

describe('[CAT12] blocks and digests that the server cannot serve', () => {
  it('a missing block of an old snapshot leads to the newest snapshot', async () => {
    await save(1, 30);
    await snapshotReady(30);
    const withoutDetails = pc.device.openTab(
      breakReplies((path, reply) =>
        path.startsWith('/api/sync/blocks/') && reply.headers.get('content-encoding') === null && isDetails(path)
          ? new Response(null, { status: 502, headers: { 'content-type': 'text/html' } })
          : reply,
      ),
    );
    await withoutDetails.engine.openShop('pc');
    await withoutDetails.waitFor(
      'pc',
      (status) => status.catalogue === 'ready' && status.problem !== null,
      'cards alone',
    );
    withoutDetails.close();
    for (let change = 0; change < 5; change++) {
      await save(1, 1, { description: `<p>${change}</p>` });
      await pc.app.server.snapshots.build(['pc']);
    }
    await pc.app.context.database.writer.updateTable('snapshot_manifest').set({ created_at: 0 }).execute();
    await pc.app.server.snapshots.deleteOld();
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    await expectInSync(tab, 'pc');
  });

  /** Hashes of the details blocks in the first manifest. */
  const detailHashes = new Set<string>();
  const isDetails = (path: string): boolean => detailHashes.has(path.split('/').at(-1) ?? '');
  beforeEach(async () => {
    await save(1, 30);
    await snapshotReady(30);
    const { blocks } = (await (await fetch(`${pc.app.url}/api/sync/pc/manifest`)).json()) as {
      blocks: { hash: string; kind: string }[];
    };
    for (const { hash, kind } of blocks) if (kind === 'details') detailHashes.add(hash);
  });

  it('a digest that cannot match is repaired once, not at every pull', async () => {
    const paths: string[] = [];
    const tab = pc.device.openTab(
      breakReplies(async (path, reply) => {
        paths.push(path);
        if (!path.endsWith('/pc/changes')) return reply;
        const page = (await reply.json()) as { digest?: number };
        return Response.json(page.digest === undefined ? page : { ...page, digest: (page.digest + 1) % 2 ** 32 });
      }),
    );
    await syncShop(tab, 'pc');
    await pullAgain(tab, 'pc');
    paths.length = 0;
    for (let pull = 0; pull < 3; pull++) {
      await tab.engine.refresh();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(paths.filter((path) => path.endsWith('/pc/manifest')).length).toBe(0);
    await save(40, 1);
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(31);
    expect(paths.filter((path) => path.endsWith('/pc/manifest')).length).toBe(0);
  });

  it('[CAT10] a quarantined row no longer counts after a valid version arrives', async () => {
    let isBroken = true;
    const tab = pc.device.openTab(
      breakReplies(async (path, reply) => {
        if (!path.endsWith('/changes') || !isBroken) return reply;
        const page = (await reply.json()) as { products?: Record<string, unknown>[] };
        for (const product of page.products ?? []) product['price'] = '-5';
        return Response.json(page);
      }),
    );
    await syncShop(tab, 'pc');
    await save(7, 1, { title: 'Broken on the way' });
    await tab.waitFor('pc', ({ quarantinedRows }) => quarantinedRows === 1, 'the row to be quarantined');
    isBroken = false;
    await save(7, 1, { title: 'Mended' });
    await tab.waitFor('pc', ({ quarantinedRows }) => quarantinedRows === 0, 'the note to go');
    await expectInSync(tab, 'pc');
  });
});

it('[CAT29] an insecure page uses the data on its device, and writes nothing to it', async () => {
  await save(1, 30);
  await snapshotReady(30);
  const first = pc.device.openTab();
  await syncShop(first, 'pc');
  first.close();
  const stored = () => readTable(pc.device.indexedDB, pc.device.name, 'lists');
  const before = JSON.stringify(stored());
  await save(1, 1, { title: 'Changed' });
  pc.device.hasLocks = false;
  const asked: string[] = [];
  const tab = pc.device.openTab(async (input, init) => {
    asked.push(new URL(String(input)).pathname);
    return fetch(input, init);
  });
  await syncShop(tab, 'pc');
  await tab.waitFor('pc', ({ isKept, isPulling }) => !isKept && !isPulling, 'the shop to be in memory');
  expect(tab.status('pc')?.storage).toBe('memory');
  await expectInSync(tab, 'pc');
  expect(asked.filter((path) => path.endsWith('/manifest'))).toEqual([]);
  expect(JSON.stringify(stored())).toBe(before);
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskBlobStore } from '../../../storage/blobs/disk-blob-store.ts';
import { createS3BlobStore } from '../../../nodes/s3/s3-blob-store.ts';
import { createS3Client } from '../../../nodes/s3/s3-client.ts';
import { isBucketNoted, noteBucket } from '../../../storage/blobs/bucket-note.ts';
import type { BlobStore } from '../../../storage/blobs/blob-store.ts';
import type { Database } from '../../../storage/database.ts';
import { migrate } from '../../../storage/migrate.ts';
import { storeMeta } from '../../../storage/meta.repository.ts';
import { EPOCH_KEY } from '../../../storage/history.repository.ts';
import { openDatabase } from '../../../storage/open-database.ts';
import { listStatements } from '../../../testing/list-statements.ts';
import { listBlobNames } from '../../../testing/blobs/list-blobs.ts';
import { hasSwift, startSwift } from '../../../testing/blobs/swift-server.ts';
import type { S3TestServer } from '../../../testing/blobs/swift-server.ts';
import { ENGINES } from '../../../testing/databases/engines.ts';
import type { RunningEngine } from '../../../testing/databases/engines.ts';
import { storeBlock, storeSnapshot } from '../snapshot.repository.ts';
import { forgetBlocks, storeFoundObject } from './bucket-block.repository.ts';
import { describeBlockStore, makeBlock, snapshotOf } from './block-store.contract.ts';
import { createBucketBlockStore, KEEP_UNNAMED_MS } from './bucket-block-store.ts';
import { giveUpBucket } from './give-up-bucket.ts';
import { createRowBlockStore } from './row-block-store.ts';

async function openMigrated(engine: RunningEngine): Promise<Database> {
  const database = await openDatabase(await engine.create());
  await migrate(database.writer);
  await storeMeta(database.writer, EPOCH_KEY, 'epoch');
  return database;
}

describe.each(ENGINES)('on $name', ({ name, missing, start }) => {
  if (missing !== undefined) {
    it.skip(`was not tested: ${missing}`);
    return;
  }
  let engine: RunningEngine;
  let swift: S3TestServer | undefined;
  beforeAll(async () => {
    engine = await start();
    swift = hasSwift ? await startSwift() : undefined;
  });
  afterAll(async () => {
    await engine.stop();
    await swift?.stop();
  });

  describeBlockStore(`in rows of ${name}`, async () => {
    const database = await openMigrated(engine);
    return { blocks: createRowBlockStore(database), database, close: () => database.close() };
  });

  const onSearchFailed = (error: unknown): void => {
    throw error;
  };
  /** Opens a block store that keeps the bytes as objects in `blobs`. */
  const openOn = async (blobs: BlobStore, onLost = async (): Promise<void> => undefined) => {
    const database = await openMigrated(engine);
    return { blocks: createBucketBlockStore({ database, blobs, now: Date.now, onLost, onSearchFailed }), database };
  };
  const openFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hexlime-blocks-'));
    return { blobs: createDiskBlobStore(folder, 3), remove: () => rm(folder, { recursive: true, force: true }) };
  };

  describeBlockStore(`in objects of a folder, with ${name}`, async () => {
    const { blobs, remove } = await openFolder();
    const store = await openOn(blobs);
    return { ...store, close: () => store.database.close().then(remove) };
  });

  // The real Swift, as packaged by Debian; CI installs it.
  describe.skipIf(!hasSwift)('with OpenStack Swift', () => {
    describeBlockStore(`in a bucket, with ${name}`, async () => {
      const prefix = `${randomUUID()}/`;
      const settings = { ...(swift as S3TestServer).settings, prefix };
      const store = await openOn(createS3BlobStore({ client: createS3Client(settings), prefix }));
      return { ...store, close: () => store.database.close() };
    });
  });

  describe(`the block store in objects, with ${name}`, () => {
    const DAY_MS = KEEP_UNNAMED_MS;
    const NOW_MS = Date.UTC(2026, 0, 1);
    const use = async (
      run: (store: Awaited<ReturnType<typeof openOn>> & { blobs: BlobStore; lost: string[] }) => Promise<void>,
    ) => {
      const { blobs, remove } = await openFolder();
      const lost: string[] = [];
      const onLost = async (...[shops = []]: unknown[]): Promise<void> => void lost.push(...(shops as string[]));
      const store = await openOn(blobs, onLost);
      try {
        await run({ ...store, blobs, lost });
      } finally {
        await store.database.close();
        await remove();
      }
    };
    const name64 = (letter: string): string => letter.repeat(64);

    it('keeps a block without a snapshot for a day, and then deletes its row and object', () =>
      use(async ({ blocks, blobs, database }) => {
        const [named, unnamed] = [makeBlock('named'), makeBlock('unnamed')];
        for (const block of [named, unnamed]) await blocks.put(block, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(named), NOW_MS));
        await blocks.tidy(NOW_MS + DAY_MS - 1);
        expect(await listBlobNames(blobs, 'blocks')).toEqual([named.hash, unnamed.hash].toSorted());
        await blocks.tidy(NOW_MS + DAY_MS);
        expect(await listBlobNames(blobs, 'blocks')).toEqual([named.hash]);
        expect(await blocks.find(unnamed.hash)).toBeUndefined();
      }));

    it('deletes objects without a row a day after it has found them, page by page', () =>
      use(async ({ blocks, blobs }) => {
        const names = ['a', 'b', 'c', 'd', 'e', 'f', '0'].map(name64);
        for (const hash of [...names, 'foreign.txt']) {
          await blobs.put(`blocks/${hash}`, Buffer.from('of a build that was killed'));
        }
        await blocks.tidy(NOW_MS);
        expect(await blocks.find(name64('a'))).toBeUndefined();
        await blocks.tidy(NOW_MS + DAY_MS - 1);
        expect(await listBlobNames(blobs, 'blocks')).toHaveLength(names.length + 1);
        await blocks.tidy(NOW_MS + DAY_MS);
        expect(await listBlobNames(blobs, 'blocks')).toEqual(['foreign.txt']);
      }));

    it('keeps the object of a killed build when its block is built again', () =>
      use(async ({ blocks, blobs, database }) => {
        const block = makeBlock('again');
        await blobs.put(`blocks/${block.hash}`, Buffer.from('the object of a build that was killed'));
        await blocks.tidy(NOW_MS);
        await blocks.put(block, NOW_MS + 1);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(block), NOW_MS));
        await blocks.tidy(NOW_MS + 2 * DAY_MS);
        expect(Buffer.from((await blocks.find(block.hash))?.bytes ?? []).equals(block.bytes)).toBe(true);
      }));

    it('serves blocks that are still in rows, and moves them into objects', () =>
      use(async ({ blocks, blobs, database }) => {
        const [one, other] = [makeBlock('one', 'brotli', true), makeBlock('other', 'gzip')];
        for (const block of [one, other]) await storeBlock(database.writer, block, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(one, other), NOW_MS));
        expect((await blocks.find(one.hash))?.bytes.length).toBe(one.bytes.length);
        await blocks.tidy(NOW_MS);
        expect(await listBlobNames(blobs, 'blocks')).toEqual([one.hash, other.hash].toSorted());
        expect(await database.reader.selectFrom('snapshot_block').select('hash').execute()).toEqual([]);
        for (const { hash, bytes, brotli } of [one, other]) {
          const found = await blocks.find(hash);
          expect([Buffer.from(found?.bytes ?? []), found?.brotli && Buffer.from(found.brotli)]).toEqual([
            Buffer.from(bytes),
            brotli && Buffer.from(brotli),
          ]);
        }
      }));

    it('has no row for an object that could not be stored', () =>
      use(async ({ database, blobs }) => {
        const away: BlobStore = { ...blobs, put: () => Promise.reject(new Error('the bucket is away')) };
        const onLost = async (): Promise<void> => undefined;
        const blocks = createBucketBlockStore({ database, blobs: away, now: Date.now, onLost, onSearchFailed });
        await expect(blocks.put(makeBlock('one'), NOW_MS)).rejects.toThrow('the bucket is away');
        expect(await database.reader.selectFrom('bucket_block').select('hash').execute()).toEqual([]);
      }));

    it('does not report a block as lost that its bucket does not list yet', () =>
      use(async ({ database, blobs, lost }) => {
        const late: BlobStore = { ...blobs, async *listPages() {} };
        const onLost = async (shops: readonly string[]): Promise<void> => void lost.push(...shops);
        const blocks = createBucketBlockStore({ database, blobs: late, now: Date.now, onLost, onSearchFailed });
        const block = makeBlock('not listed');
        await blocks.put(block, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(block), NOW_MS));
        await blocks.tidy(NOW_MS + DAY_MS);
        expect(lost).toEqual([]);
        expect((await blocks.find(block.hash))?.bytes.length).toBe(block.bytes.length);
      }));

    it('reports lost blocks of the bucket only once, and leaves them to the next build', () =>
      use(async ({ blocks, blobs, database, lost }) => {
        const [kept, gone, other] = [makeBlock('kept'), makeBlock('gone'), makeBlock('other')];
        for (const block of [kept, gone, other]) await blocks.put(block, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(kept, gone, other), NOW_MS));
        for (const { hash } of [gone, other]) await blobs.delete(`blocks/${hash}`);
        expect(await blocks.find(gone.hash)).toBeUndefined();
        await expect.poll(() => lost).toEqual(['pc']);
        expect(await blocks.find(other.hash)).toBeUndefined();
        expect(lost).toEqual(['pc']);
        const rows = await database.reader.selectFrom('bucket_block').select('hash').execute();
        expect(rows).toEqual([{ hash: kept.hash }]);
        const manifests = await database.reader.selectFrom('snapshot_manifest').select('layout').execute();
        expect(manifests).toEqual([{ layout: 0 }]);
      }));

    it('is forgotten by a shop that gives its bucket up', () =>
      use(async ({ blocks, database }) => {
        const block = makeBlock('left behind');
        await blocks.put(block, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(block), NOW_MS));
        await noteBucket(database);
        expect(await giveUpBucket(database)).toBe(1);
        const manifests = await database.reader.selectFrom('snapshot_manifest').select('layout').execute();
        expect([manifests, await isBucketNoted(database)]).toEqual([[{ layout: 0 }], false]);
        expect(await giveUpBucket(database)).toBe(0);
      }));

    it('answers that a block is missing before it searches the bucket for other missing blocks', () =>
      use(async ({ database, blobs, lost }) => {
        const listed = Promise.withResolvers<void>();
        const slow: BlobStore = {
          ...blobs,
          async *listPages(folder) {
            await listed.promise;
            yield* blobs.listPages(folder);
          },
        };
        const onLost = async (shops: readonly string[]): Promise<void> => void lost.push(...shops);
        const blocks = createBucketBlockStore({ database, blobs: slow, now: Date.now, onLost, onSearchFailed });
        const gone = makeBlock('gone');
        await blocks.put(gone, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(gone), NOW_MS));
        await blobs.delete(`blocks/${gone.hash}`);
        expect(await blocks.find(gone.hash)).toBeUndefined();
        expect(lost).toEqual([]);
        listed.resolve();
        await expect.poll(() => lost).toEqual(['pc']);
      }));

    it.each([
      ['of another block', 'brotli', () => makeBlock('another').brotli],
      ['that cannot be unpacked', 'brotli', () => Buffer.from('damaged')],
      ['that are longer', 'brotli', () => brotliCompressSync(Buffer.alloc(1e6))],
      ['of another block of details', 'gzip', () => makeBlock('another', 'gzip').bytes],
    ] as const)('treats a block with bytes %s as missing, and the next build makes it anew', (_what, packing, damage) =>
      use(async ({ blocks, blobs, database, lost }) => {
        const block = makeBlock('damaged', packing);
        await blocks.put(block, NOW_MS);
        await database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(block), NOW_MS));
        await blobs.put(`blocks/${block.hash}`, damage() ?? Buffer.alloc(0));
        expect(await Promise.all([blocks.find(block.hash), blocks.find(block.hash)])).toEqual([undefined, undefined]);
        await expect.poll(() => lost).toEqual(['pc']);
        await blocks.stop();
        expect(await database.reader.selectFrom('bucket_block').select('hash').execute()).toEqual([]);
        await blocks.put(block, NOW_MS);
        expect(Buffer.from((await blocks.find(block.hash))?.bytes ?? [])).toEqual(Buffer.from(block.bytes));
      }),
    );

    it('deletes many rows per statement, when it tidies and when it forgets blocks', () =>
      use(async ({ blocks, database }) => {
        const rows = Array.from({ length: 1_200 }, (_, index) => index.toString(16).padStart(64, '0'));
        for (const hash of rows) await storeFoundObject(database.writer, hash, NOW_MS);
        const deletes = async (work: () => Promise<unknown>): Promise<number> =>
          (await listStatements(database.writer, work)).filter((sql) => sql.startsWith('delete')).length;
        expect(await deletes(() => blocks.tidy(NOW_MS + DAY_MS))).toBe(3);
        for (const hash of rows) await storeFoundObject(database.writer, hash, NOW_MS);
        const { writer } = database;
        expect(await deletes(() => writer.transaction().execute((trx) => forgetBlocks(trx, rows)))).toBe(3);
      }));

    describe('once it has deleted the rows of blocks', () => {
      /** Deletes three objects; runs something after the first, with the hash of one of the others. */
      const tidyWith = (
        run: (store: { database: Database; other: string; loss: AbortController }) => Promise<unknown>,
        left: number,
      ) =>
        use(async ({ database, blobs }) => {
          const names = ['a', 'b', 'c'].map(name64);
          for (const hash of names) {
            await blobs.put(`blocks/${hash}`, Buffer.from('unnamed'));
            await storeFoundObject(database.writer, hash, NOW_MS);
          }
          const loss = new AbortController();
          let deleted = 0;
          const watched: BlobStore = {
            ...blobs,
            async delete(path) {
              await blobs.delete(path);
              const other = names.find((hash) => path !== `blocks/${hash}`) ?? '';
              if ((deleted += 1) === 1) await run({ database, other, loss });
            },
          };
          const onLost = async (): Promise<void> => undefined;
          const blocks = createBucketBlockStore({ database, blobs: watched, now: Date.now, onLost, onSearchFailed });
          await blocks.tidy(NOW_MS + DAY_MS, loss.signal);
          expect(await listBlobNames(blobs, 'blocks')).toHaveLength(left);
        });

      it('keeps an object whose block another node has built again', () =>
        tidyWith(({ database, other }) => storeFoundObject(database.writer, other, NOW_MS), 1));

      it('deletes no object after the lease was lost', () => tidyWith(async ({ loss }) => loss.abort(), 2));
    });
  });
});

import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { decodeCardsBlock } from '#contract/blocks/cards-block.ts';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import { buildSnapshots } from './build-snapshots.ts';
import { findBlock, storeBlock, storeSnapshot } from './snapshot.repository.ts';
import { readShopChanges } from '../feed/change-feed.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import type { BuiltSnapshot } from './snapshot-build.ts';

const BLOCK_ROWS = 4;
/** Keeps the server from building snapshots: a build would delete the old blocks of this test. */
const NEVER = { settleMs: 1e9, quietMs: 1e9, longestBurstMs: 1e9 };
/** Small ranges of ids in several details blocks. */
const ids = fc
  .record({ range: fc.integer({ min: 0, max: 2 }), place: fc.integer({ min: 1, max: 14 }) })
  .map(({ range, place }) => range * DETAILS_BLOCK_IDS + place);
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('save'), id: ids, category: fc.constantFrom('A', 'B', 'C') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete'), id: ids, category: fc.constant('') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('build'), id: ids, category: fc.constant('') }) },
);

/** Builds a snapshot; returns it with the number of blocks that were not stored before. */
async function build(app: TestApp): Promise<{ snapshot: BuiltSnapshot; newBlocks: number }> {
  const { database } = app.context;
  let snapshot: BuiltSnapshot | undefined;
  let newBlocks = 0;
  const task = {
    source: database.source,
    due: [{ shop: 'pc', renewal: 'all' }],
    cardsBlockRows: BLOCK_ROWS,
    quickFromRows: Infinity,
  } as const;
  await buildSnapshots(task, async (message) => {
    if ('snapshot' in message) snapshot = message.snapshot;
    else {
      newBlocks += 1;
      await storeBlock(database.writer, message.block, 1);
    }
  });
  return { snapshot: snapshot as BuiltSnapshot, newBlocks };
}

const store = (app: TestApp, snapshot: BuiltSnapshot): Promise<void> =>
  app.context.database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshot, 1));

/** Returns what a new device has: the cards of the snapshot, updated by the later changes of the feed; a map from id to change number. */
async function readAsDevice({ context }: TestApp, { manifest }: BuiltSnapshot): Promise<Map<number, number>> {
  const rows = new Map<number, number>();
  for (const { kind, hash } of manifest.blocks) {
    const block = kind === 'cards' ? await findBlock(context.database.reader, hash) : undefined;
    if (!block) continue;
    const { numbers } = decodeCardsBlock(block.bytes);
    for (const [row, id] of (numbers['id'] ?? []).entries()) {
      expect(rows.has(id)).toBe(false);
      rows.set(id, numbers['seq']?.[row] ?? 0);
    }
  }
  const { epoch } = context.states;
  for (let since = manifest.seq; ;) {
    const cursor = { epoch, since, views: 0, limit: 3 };
    const { history } = context;
    const page = await history.read((trx, data) => readShopChanges(history, trx, data, 'pc', cursor));
    if ('refetch' in page) throw new Error('the feed asks for another snapshot');
    for (const [id, seq] of page.digests ?? []) rows.set(id, seq);
    for (const [id] of page.deleted ?? []) rows.delete(id);
    if (!page.more) return rows;
    since = page.seq;
  }
}

it('[R11] a snapshot that reuses earlier blocks equals one from scratch, and with the feed it gives the rows', async () => {
  const app = await startTestApp({ snapshotTimes: NEVER });
  onTestFinished(() => app.stop());
  const { products, database } = app.context;
  let base = (await build(app)).snapshot;
  await store(app, base);
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (history) => {
      for (const { kind, id, category } of [...history, { kind: 'build', id: 0, category: '' }]) {
        if (kind === 'save') {
          const fields = { title: `T${id % 5} ${category}`, main_category: category === 'C' ? 'N' : 'M', category };
          await products.saveProducts('pc', [{ id, fields }]);
        } else if (kind === 'delete') {
          await products.deleteProducts('pc', [id]);
        } else {
          const rows = await database.reader
            .selectFrom('product')
            .select(['id', 'seq'])
            .where('shop', '=', 'pc')
            .execute();
          const expected = new Map(rows.map((row) => [row.id, row.seq]));
          expect(await readAsDevice(app, base)).toEqual(expected);
          const { snapshot } = await build(app);
          await database.writer.updateTable('snapshot_manifest').set({ layout: 0 }).execute();
          expect(snapshot).toEqual((await build(app)).snapshot);
          await database.writer.deleteFrom('snapshot_manifest').where('shop', '=', 'pc').execute();
          await store(app, snapshot);
          base = snapshot;
          expect(await readAsDevice(app, base)).toEqual(expected);
        }
      }
    }),
    { numRuns: 12 },
  );
});

it('[R11] a change builds only the blocks of its categories and of its range of ids', async () => {
  const app = await startTestApp({ snapshotTimes: NEVER });
  onTestFinished(() => app.stop());
  const { products } = app.context;
  const categories = ['A', 'B', 'C', 'D', 'E', 'F'];
  await products.saveProducts(
    'pc',
    categories.flatMap((category, place) =>
      Array.from({ length: BLOCK_ROWS }, (_, row) => ({
        id: (place % 3) * DETAILS_BLOCK_IDS + place * 10 + row + 1,
        fields: { title: `T${row}`, main_category: 'M', category },
      })),
    ),
  );
  const first = await build(app);
  await store(app, first.snapshot);
  expect(first.newBlocks).toBe(categories.length + 3);
  await products.saveProducts('pc', [{ id: 1, fields: { title: 'Newer' } }]);
  const changed = await build(app);
  await store(app, changed.snapshot);
  expect(changed.newBlocks).toBe(2);
  // Category A has three products left, too few for a block: it shares one with B, to which the fourth product has moved.
  await products.saveProducts('pc', [{ id: 1, fields: { category: 'B' } }]);
  const moved = await build(app);
  await store(app, moved.snapshot);
  expect(moved.newBlocks).toBe(2);
  await products.deleteProducts('pc', [1]);
  expect((await build(app)).newBlocks).toBe(2);
});

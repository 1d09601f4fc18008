import { fileOf } from '../../storage/database-source.ts';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAppContext } from '../../app-context.ts';
import type { AppContext } from '../../app-context.ts';
import { TOMBSTONE_DAYS } from '#contract/limits.ts';
import { FeedClient } from '../../testing/clients/feed-client.ts';
import { createRandom } from '../../testing/random.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { createRetentionJob } from '../../retention.ts';
import { ON_SQLITE } from '../../testing/databases/test-database.ts';

const FIELDS = { title: 'Lamp', main_category: 'Light', category: 'Desk' };
const HOUR_MS = 3_600_000;

const truth = async (context: AppContext) => {
  const rows = await context.database.reader
    .selectFrom('product')
    .select(['id', 'seq', 'title'])
    .where('shop', '=', 'pc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, seq, title }) => ({ id, seq, title }));
};
const held = (client: FeedClient) =>
  [...client.products.values()].map(({ id, seq, title }) => ({ id, seq, title })).toSorted((a, b) => a.id - b.id);

async function withApp(run: (app: TestApp, clock: { ms: number }) => Promise<void>): Promise<void> {
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const app = await startTestApp({ now: () => clock.ms });
  try {
    await run(app, clock);
  } finally {
    await app.stop();
  }
}

/** Writes at random to a few ids, so that they are created, changed, deleted and created again. */
async function writeAtRandom(context: AppContext, random: () => number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const id = 1 + Math.floor(random() * 20);
    if (random() < 0.35) await context.products.deleteProducts('pc', [id]);
    else
      await context.products.saveProducts('pc', [
        { id, fields: { ...FIELDS, title: `Lamp ${Math.floor(random() * 1e6)}` } },
      ]);
  }
}

describe('a client of the feed misses no row, and no deleted row comes back', () => {
  it('while two processes write at once', () =>
    withApp(async (app) => {
      // A second process has its own connection and its own shop states, like an import beside the server.
      const other = await createAppContext(app.context.config);
      const client = new FeedClient(app.url, 'pc', app.context.states.epoch);
      try {
        const writers = { areDone: false };
        const writing = Promise.all([
          writeAtRandom(app.context, createRandom(1), 150),
          writeAtRandom(other, createRandom(2), 150),
        ]).finally(() => {
          writers.areDone = true;
        });
        while (!writers.areDone) await client.pull(3);
        await writing;
        // The server notices the other's last write within a quarter of a second.
        await expect
          .poll(async () => {
            await client.pull();
            return held(client);
          })
          .toEqual(await truth(app.context));
      } finally {
        await other.close();
      }
    }));

  it('when all rows have the same time', () =>
    withApp(async (app) => {
      const client = new FeedClient(app.url, 'pc', app.context.states.epoch);
      const random = createRandom(3);
      for (let round = 0; round < 20; round++) {
        await writeAtRandom(app.context, random, 10);
        await app.context.database.writer.updateTable('product').set({ updated_at: 0 }).execute();
        await client.pull(2);
        expect(held(client)).toEqual(await truth(app.context));
      }
    }));

  it('after the clock was set back an hour', () =>
    withApp(async (app, clock) => {
      const client = new FeedClient(app.url, 'pc', app.context.states.epoch);
      const random = createRandom(4);
      await writeAtRandom(app.context, random, 30);
      await client.pull();
      clock.ms -= HOUR_MS;
      await writeAtRandom(app.context, random, 30);
      await client.pull();
      expect(held(client)).toEqual(await truth(app.context));
      const rows = await app.context.database.reader
        .selectFrom('product')
        .select('updated_at')
        .orderBy('seq')
        .execute();
      const times = rows.map(({ updated_at }) => updated_at);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    }));

  it.runIf(ON_SQLITE)('after an older database file was restored', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-restore-'));
    const backup = join(dataDir, 'backup.sqlite');
    try {
      const first = await startTestApp({ dataDir });
      const { epoch } = first.context.states;
      await first.context.products.saveProducts('pc', [{ fields: FIELDS }, { fields: FIELDS }]);
      await first.server.snapshots.build();
      await first.stop();
      await copyFile(fileOf(first.context.database.source), backup);

      const second = await startTestApp({ dataDir });
      expect(second.context.states.epoch).toBe(epoch);
      await second.context.products.saveProducts('pc', [{ fields: { ...FIELDS, title: 'Written after the backup' } }]);
      await second.context.products.deleteProducts('pc', [1]);
      const late = new FeedClient(second.url, 'pc', epoch);
      await late.pull();
      await second.stop();

      await rm(`${fileOf(second.context.database.source)}-wal`, { force: true });
      await rm(`${fileOf(second.context.database.source)}-shm`, { force: true });
      await copyFile(backup, fileOf(second.context.database.source));
      const third = await startTestApp({ dataDir });
      try {
        // The same sequence numbers are assigned again, to other products.
        await third.context.products.saveProducts('pc', [
          { fields: { ...FIELDS, title: 'Other' } },
          { id: 2, fields: { rate: 2 } },
        ]);
        late.url = third.url;
        await late.pull();
        expect(late.refetches).toBe(1);
        expect(held(late)).toEqual(await truth(third.context));
        expect([third.context.states.epoch, late.epoch]).not.toContain(epoch);
        const manifest = (await (await fetch(`${third.url}/api/sync/pc/manifest`)).json()) as {
          epoch?: string;
          code?: string;
        };
        expect(manifest.epoch ?? manifest.code).not.toBe(epoch);
      } finally {
        await third.stop();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('when its cursor is below the tombstone floor', () =>
    withApp(async (app, clock) => {
      await app.context.products.saveProducts('pc', [{ fields: FIELDS }, { fields: FIELDS }, { fields: FIELDS }]);
      const client = new FeedClient(app.url, 'pc', app.context.states.epoch);
      await client.pull();
      await app.context.products.deleteProducts('pc', [2]);
      await app.server.snapshots.build(['pc']);
      clock.ms += (TOMBSTONE_DAYS + 1) * 24 * HOUR_MS;
      await createRetentionJob('product-tombstones', app.context).run();
      const { epoch, get } = app.context.states;
      const query = `epoch=${epoch}&since=${client.cursor}`;
      expect(await (await fetch(`${app.url}/api/sync/pc/changes?${query}`)).json()).toEqual({ refetch: true, epoch });
      // The client starts again from the snapshot, which is above the floor and does not hold the deleted product.
      const manifest = (await (await fetch(`${app.url}/api/sync/pc/manifest`)).json()) as { seq: number; rows: number };
      expect(manifest).toMatchObject({ rows: 2, seq: 4 });
      expect(manifest.seq).toBeGreaterThanOrEqual(get('pc').floor);
      const after = await (await fetch(`${app.url}/api/sync/pc/changes?epoch=${epoch}&since=${manifest.seq}`)).json();
      expect(after).toMatchObject({ more: false, count: 2 });
    }));
});

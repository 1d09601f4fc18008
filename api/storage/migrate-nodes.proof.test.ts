import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../testing/databases/engines.ts';
import type { RunningEngine } from '../testing/databases/engines.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import type { ServerProcess } from '../testing/processes/server-process.ts';
import { storeFoundObject } from '../catalog/snapshot/blocks/bucket-block.repository.ts';
import { isBucketNoted, noteBucket } from './blobs/bucket-note.ts';
import type { DatabaseSource } from './database-source.ts';
import { MIGRATE_EXIT, runMigrate } from './migrate-command.ts';
import { migrate, MIGRATIONS } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';

describe.each(ENGINES)('the schema on $name', ({ name, missing, start }) => {
  if (missing !== undefined) {
    it.skip(`was not tested: ${missing}`);
    return;
  }
  let engine: RunningEngine;
  let source: DatabaseSource;
  let folder: string;
  const started: ServerProcess[] = [];
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    source = await engine.create();
    folder = await mkdtemp(join(tmpdir(), 'hexlime-schema-'));
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((node) => node.kill()));
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (of: DatabaseSource): string => (of.engine === 'sqlite' ? `sqlite:${of.file}` : of.url);
  const startNode = (env: Record<string, string> = {}, node = 0): ServerProcess => {
    const run = startServerProcess(join(folder, String(node)), { DATABASE_URL: urlOf(source), ...env });
    started.push(run);
    return run;
  };
  const endOf = async (run: ServerProcess) => ({ code: await run.exit, output: run.output() });
  const isReady = async (run: ServerProcess): Promise<number> => (await fetch(`${await run.url()}/readyz`)).status;
  const runOn = async (...statements: readonly string[]): Promise<void> => {
    const { writer, close } = await openDatabase(source);
    for (const statement of statements) await sql.raw(statement).execute(writer);
    await close();
  };
  const migrateHere = async (): Promise<void> => {
    const { writer, close } = await openDatabase(source);
    await migrate(writer);
    await close();
  };
  const runCommand = async (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
    const lines: string[] = [];
    const code = await runMigrate(
      args,
      { DATABASE_URL: urlOf(source), ...env },
      { write: (line: string) => lines.push(line) > 0 },
    );
    return { code, text: lines.join('') };
  };
  /** The migration of a newer version that only adds something, as a release has to. */
  const EXPAND = [
    `alter table product add column smell integer`,
    `create table later (id integer)`,
    `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`,
  ];
  const BUCKET = {
    S3_ENDPOINT: 'https://s3.invalid',
    S3_BUCKET: 'shop-images',
    S3_REGION: 'here',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const noteOldest = (oldest: string): string =>
    `update meta set value = '${oldest}' where key = 'oldest_compatible_migration'`;

  it('is made by the migrate command, which does nothing the second time', async () => {
    if (name === 'SQLite') await migrateHere();
    const first = await runCommand();
    expect(first.code).toBe(MIGRATE_EXIT.ok);
    if (name === 'PostgreSQL') expect(first.text).toContain(`was migrated: 0048-lean-orders`);
    expect(await runCommand()).toEqual({
      code: MIGRATE_EXIT.ok,
      text: expect.stringMatching(/^The database .+ has the newest schema already\.\n$/) as string,
    });
  });

  it('of a shop with a bucket is left alone by a node without one, until the bucket is given up', async () => {
    await migrateHere();
    const opened = await openDatabase(source);
    const hash = 'a'.repeat(64);
    await storeFoundObject(opened.writer, hash, 1);
    await noteBucket(opened);
    const { code, output } = await endOf(startNode());
    expect([code, output]).toEqual([
      78,
      expect.stringMatching(
        /^The images and blocks of this shop are in a bucket: .+"npm run migrate -- --without-bucket".+\.\n$/,
      ),
    ]);
    expect(await opened.reader.selectFrom('bucket_block').select('hash').execute()).toEqual([{ hash }]);
    expect((await runCommand()).code).toBe(MIGRATE_EXIT.ok);
    expect(await isBucketNoted(opened)).toBe(true);
    expect((await runCommand(['--without'])).code).toBe(MIGRATE_EXIT.usage);
    expect((await runCommand(['--without-bucket'], BUCKET)).code).toBe(MIGRATE_EXIT.config);
    expect(await runCommand(['--without-bucket'])).toEqual({
      code: MIGRATE_EXIT.ok,
      text: expect.stringContaining('\nThe bucket was given up, with 1 blocks, ') as string,
    });
    await opened.close();
    expect(await isReady(startNode({ DEMO: '0' }))).toBe(200);
  });

  it('of an older version is rejected by a node that may not migrate it, and left as it is', async () => {
    await migrateHere();
    await runOn(`delete from kysely_migration where name = '${NEWEST}'`);
    const { code, output } = await endOf(startNode({ MIGRATE: '0' }));
    expect(code).toBe(78);
    expect(output).toBe(
      `The database has the schema of an older version of Hexlime (${NEWEST} is missing): run "npm run migrate" once.\n`,
    );
  });

  it('still serves nodes of the previous version when a newer one has only added to it', async () => {
    await migrateHere();
    const running = startNode();
    expect(await isReady(running)).toBe(200);
    await runOn(...EXPAND);
    expect(await isReady(running)).toBe(200);
    await running.kill();
    // The schema also serves a node that starts again, which changes neither the schema nor the noted version.
    expect(await isReady(startNode())).toBe(200);
    await Promise.all(started.splice(0).map((node) => node.kill()));
    expect(await isReady(startNode({ MIGRATE: '0' }))).toBe(200);
  });

  it('is rejected by nodes of the previous version when a newer one has taken something away', async () => {
    await migrateHere();
    await runOn(...EXPAND, noteOldest('9999-later'));
    for (const MIGRATE of ['0', '1']) {
      const { code, output } = await endOf(startNode({ MIGRATE }));
      expect(code).toBe(78);
      expect(output).toMatch(/^The database was used by a newer version of Hexlime \(9999-later\): [^\n]+\.\n$/);
    }
  });

  it.runIf(name === 'PostgreSQL')(
    'is made once by nodes that start at the same time on an empty database',
    async () => {
      const nodes = Array.from({ length: 4 }, (_, node) => startNode({ DEMO: '0' }, node));
      expect(await Promise.all(nodes.map(isReady))).toEqual([200, 200, 200, 200]);
      const epochs = await Promise.all(
        nodes.map(async (node) => {
          const reply = await fetch(`${await node.url()}/api/sync/pc/changes?epoch=none&since=0`);
          return ((await reply.json()) as { epoch: string }).epoch;
        }),
      );
      expect(new Set(epochs).size).toBe(1);
    },
  );
});

import { mkdtemp, open, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';
import { ENGINES } from '../testing/databases/engines.ts';
import type { RunningEngine } from '../testing/databases/engines.ts';
import { runDoctor } from './doctor-command.ts';
import { checkDatabase } from './check-database.ts';
import { sql } from 'kysely';
import type { DatabaseSource } from '../storage/database-source.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('the doctor on $name', ({ name, missing, start }) => {
  if (missing !== undefined) {
    it.skip(`was not tested: ${missing}`);
    return;
  }
  let engine: RunningEngine;
  let source: DatabaseSource;
  let folder: string;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    source = await engine.create();
    folder = await mkdtemp(join(tmpdir(), 'hexlime-doctor-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const urlOf = (of: DatabaseSource): string => (of.engine === 'sqlite' ? `sqlite:${of.file}` : of.url);
  async function runOn(...statements: readonly string[]): Promise<void> {
    const { writer, close } = await openDatabase(source);
    await migrate(writer);
    for (const text of statements) await sql.raw(text).execute(writer);
    await close();
  }
  const findings = async (nowMs = Date.now(), url = urlOf(source)) =>
    (await checkDatabase(readConfig({ DATABASE_URL: url }), nowMs)).map(({ level, text }) => `${level}: ${text}`);

  it('finds no fault in a good database', async () => {
    await runOn();
    expect(await findings()).toEqual([]);
  });

  it('names counters that differ from the rows', async () => {
    await runOn(`update shop set count = 3 where key = 'pc'`);
    expect(await findings()).toEqual([
      'problem: The database is damaged, restore a backup: the shop pc has 0 products and counts 3.',
    ]);
  });

  it('names the schema of an older version', async () => {
    await runOn(`delete from kysely_migration where name > '0048-x'`);
    expect(await findings()).toEqual([
      name === 'SQLite'
        ? 'note: The database has an older schema: the next start migrates it.'
        : expect.stringMatching(
            /^problem: The database has the schema of an older version .+ "npm run migrate" once\.$/,
          ),
    ]);
  });

  it('names the schema of a newer version that this one cannot run on', async () => {
    await runOn(
      `insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`,
      `update meta set value = '9999-later' where key = 'oldest_compatible_migration'`,
    );
    expect(await findings()).toEqual([expect.stringMatching(/^problem: The database was used by a newer version/)]);
  });

  it('names a clock that is behind the last start', async () => {
    await runOn(`insert into meta (key, value) values ('started_at', '${Date.now() + DAY_MS}')`);
    expect(await findings()).toEqual([expect.stringMatching(/^problem: The clock is at least 8\d{4} s behind/)]);
  });

  it('names the age of the newest backup', async () => {
    await runOn();
    await mkdir(join(folder, 'backups'));
    await writeFile(join(folder, 'backups', 'one'), '');
    const old = new Date(Date.now() - 3 * DAY_MS);
    await utimes(join(folder, 'backups', 'one'), old, old);
    let text = '';
    const env = { DATABASE_URL: urlOf(source), DATA_DIR: folder, BACKUP_DIR: join(folder, 'backups') };
    await runDoctor(env, { write: (part: string) => (text += part) !== '' }, Date.now());
    expect(text).toMatch(/^problem: The newest backup in \S+ is 3 days old\.$/m);
  });

  it.runIf(name === 'SQLite')('names impossible rows of a damaged file', async () => {
    await runOn();
    const connection = new BetterSqlite3(source.engine === 'sqlite' ? source.file : '');
    connection.pragma('foreign_keys = off');
    connection.pragma('ignore_check_constraints = on');
    connection.exec(
      `insert into tombstone values ('nobody', 1, 1, 1); update shop set views_seq = -1 where key = 'pc'`,
    );
    connection.close();
    expect(await findings()).toEqual([
      'problem: The database is damaged, restore a backup: CHECK constraint failed in shop',
      'problem: The database is damaged, restore a backup: a row of tombstone refers to one that is missing',
    ]);
  });

  describe.runIf(name === 'PostgreSQL')('when it checks the server', () => {
    const query = async (text: string): Promise<void> => {
      const client = new pg.Client({ connectionString: urlOf(source) });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    const database = (): string => new URL(urlOf(source)).pathname.slice(1);

    it('names commits that can be lost', async () => {
      await runOn();
      await query(`alter database ${database()} set synchronous_commit = off`);
      expect(await findings()).toEqual([expect.stringMatching(/^problem: PostgreSQL has synchronous_commit = off/)]);
    });

    it.each(['fsync', 'full_page_writes'])('names commits that a power cut can damage: without %s', async (setting) => {
      await runOn();
      await query(`alter system set ${setting} = off`);
      await query('select pg_reload_conf()');
      try {
        const expected = [expect.stringContaining(`problem: PostgreSQL has ${setting} = off`) as string];
        await expect.poll(() => findings()).toEqual(expected);
      } finally {
        await query(`alter system reset ${setting}`);
        await query('select pg_reload_conf()');
      }
    });

    it('names pages that a disk has changed', async () => {
      await runOn(`insert into administrator (id, name, roles, created_at) values ('a', 'Ada', '["owner"]', 1)`);
      const client = new pg.Client({ connectionString: urlOf(source) });
      await client.connect();
      const { rows } = await client.query<{ page: string }>(
        `select current_setting('data_directory') || '/' || pg_relation_filepath('administrator') as page`,
      );
      await client.end();
      await engine.server?.pause();
      const file = await open(rows[0]?.page ?? '', 'r+');
      await file.write(Buffer.from('changed'), 0, 7, 4_000);
      await file.close();
      await engine.server?.resume();
      await expect(query(`select from administrator`)).rejects.toThrow('invalid page');
      expect(await findings()).toEqual([
        'problem: The database is damaged, restore a backup: 1 of its pages had a wrong checksum.',
      ]);
    });

    it('names clocks that differ', async () => {
      await runOn();
      expect(await findings(Date.now() + 30_000)).toEqual([
        expect.stringMatching(/^problem: The clock differs from that of the database server by -(29|30) s/),
      ]);
    });

    it('names columns whose texts are ordered in another way', async () => {
      await runOn('alter table product alter column title_key type text collate "POSIX"');
      expect(await findings()).toEqual([expect.stringMatching(/^problem: Texts are ordered .+: product\.title_key$/)]);
    });

    it('names a user who cannot migrate, one without any right, and a server that cannot be reached', async () => {
      await runOn(
        `create role reader_${database()} login`,
        `grant select on all tables in schema public to reader_${database()}`,
      );
      const url = urlOf(source).replace('hexlime@', `reader_${database()}@`);
      expect(await findings(Date.now(), url)).toEqual([
        expect.stringMatching(/^problem: The user of DATABASE_URL may not create tables/),
      ]);
      await query(`revoke select on all tables in schema public from reader_${database()}`);
      expect(await findings(Date.now(), url)).toEqual([
        expect.stringMatching(/^problem: The database \S+ cannot be written/),
      ]);
      expect(await findings(Date.now(), 'postgres://a@127.0.0.1:1/b')).toEqual([
        expect.stringMatching(/^problem: The database \S+ cannot be reached/),
      ]);
    });
  });
});

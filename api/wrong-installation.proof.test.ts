import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createS3Client } from './nodes/s3/s3-client.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open-database.ts';
import { startTestApp } from './testing/apps/test-app.ts';
import { startHttpProxy } from './testing/network/http-proxy.ts';
import type { HttpProxy } from './testing/network/http-proxy.ts';
import { hasSwift, startSwift, toSettings } from './testing/blobs/swift-server.ts';
import type { S3TestServer } from './testing/blobs/swift-server.ts';
import { POSTGRES_MISSING, startPostgresServer } from './testing/databases/postgres-server.ts';
import type { PostgresServer } from './testing/databases/postgres-server.ts';
import { startServerProcess } from './testing/processes/server-process.ts';

/** A test case: the environment of a node, and the database of the node if it has one. */
interface Prepared {
  /** Name of the database, which must stay unchanged. */
  readonly database?: string;
  readonly env: Readonly<Record<string, string>>;
}

describe.skipIf(POSTGRES_MISSING !== undefined)('a node that cannot run as it is set up', () => {
  let server: PostgresServer;
  let swift: S3TestServer | undefined;
  let proxy: HttpProxy;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgresServer();
    swift = hasSwift ? await startSwift() : undefined;
    proxy = await startHttpProxy(swift?.settings.endpoint ?? 'http://127.0.0.1:1');
  });
  afterAll(async () => {
    await server.stop();
    await proxy.stop();
    await swift?.stop();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hexlime-wrong-'));
    proxy.faults.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  const urlOf = (database: string): string => server.url.replace(/postgres$/, database);
  async function query(database: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }
  let count = 0;
  const create = async (options = ''): Promise<string> => {
    const name = `wrong_${(count += 1)}`;
    await query('postgres', `create database ${name} ${options}`);
    return name;
  };
  const createMigrated = async (...statements: readonly string[]): Promise<string> => {
    const name = await create();
    const { writer, close } = await openDatabase({ engine: 'postgres', url: urlOf(name) });
    await migrate(writer);
    await close();
    for (const statement of statements) await query(name, statement);
    return name;
  };
  const prepare = (database: string, env: Readonly<Record<string, string>> = {}): Prepared => ({
    database,
    env: { DATABASE_URL: urlOf(database), ...env },
  });
  const toBucket = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    ...(swift && toSettings(swift)),
    S3_ENDPOINT: proxy.url,
    S3_PREFIX: `p${randomUUID()}`,
    ...more,
  });

  /**
   * Counts the rows that were ever inserted into, deleted from and changed in each table; PostgreSQL writes these statistics when
   * connections end.
   */
  const listTables = (database: string) =>
    query(database, `select relname, n_tup_ins, n_tup_del, n_tup_upd from pg_stat_user_tables order by 1`);
  const listObjects = async (): Promise<string> => {
    if (!swift) return '';
    const reply = await createS3Client(swift.settings).send({ method: 'GET', query: { 'list-type': '2' } });
    return Array.from(reply.bytes.toString().matchAll(/<Key>([^<]*)/g), ([, key]) => key).join();
  };

  async function expectRejection({ database, env }: Prepared, sentence: RegExp): Promise<void> {
    const before = { tables: database === undefined ? [] : await listTables(database), objects: await listObjects() };
    const run = startServerProcess(join(folder, 'data'), env);
    const code = await run.exit;
    expect([code, run.output().split('\n')]).toEqual([78, [expect.stringMatching(sentence), '']]);
    const after = { tables: database === undefined ? [] : await listTables(database), objects: await listObjects() };
    expect(after).toEqual(before);
    expect(existsSync(join(folder, 'data')) ? await readdir(join(folder, 'data')) : []).toEqual([]);
  }

  const UNREACHABLE =
    /^The database postgres:\S+ cannot be reached: start its server, check the address, the name and the password in DATABASE_URL, and start again\.$/;
  const cases: readonly (readonly [what: string, prepare: () => Promise<Prepared>, sentence: RegExp])[] = [
    [
      'an address of another kind',
      async () => ({ env: { DATABASE_URL: 'mysql://a@b/c' } }),
      /^The setting DATABASE_URL is wrong: must be sqlite: /,
    ],
    [
      'a wrong address of the event bus',
      async () => prepare(await create(), { REDIS_URL: 'http://127.0.0.1' }),
      /^The setting REDIS_URL is wrong: must be redis:/,
    ],
    [
      'an unknown host',
      async () => ({ env: { DATABASE_URL: 'postgres://hexlime@no-such-host.invalid/shop' } }),
      UNREACHABLE,
    ],
    [
      'an address where nothing listens',
      async () => ({ env: { DATABASE_URL: 'postgres://hexlime@127.0.0.1:1/shop' } }),
      UNREACHABLE,
    ],
    [
      'the address of another service',
      async () => ({ env: { DATABASE_URL: `${proxy.url.replace('http:', 'postgres:')}/shop` } }),
      UNREACHABLE,
    ],
    ['an unknown database', async () => ({ env: { DATABASE_URL: urlOf('no_such_database') } }), UNREACHABLE],
    [
      'an unknown user',
      async () => prepare(await create(), { DATABASE_URL: urlOf('postgres').replace('hexlime@', 'stranger@') }),
      UNREACHABLE,
    ],
    [
      'a wrong password',
      async () => {
        const database = await create();
        const [row] = await query(database, 'show hba_file');
        const rules = ['host all careful all scram-sha-256', 'host all all all trust', 'local all all trust'];
        await query(database, `create role careful login password 'right'`);
        await query(database, `copy (values ('${rules.join("'), ('")}')) to '${String(row?.['hba_file'])}'`);
        await query(database, 'select pg_reload_conf()');
        return prepare(database, { DATABASE_URL: urlOf(database).replace('hexlime@', 'careful:wrong@') });
      },
      /^The database postgres:\/\/careful@127\.0\.0\.1:\d+\/wrong_\d+ cannot be reached: .+ the password in DATABASE_URL, .+\.$/,
    ],
    [
      'a user without rights',
      async () => {
        const database = await create();
        await query(database, `create role reader_${count} login`);
        return prepare(database, { DATABASE_URL: urlOf(database).replace('hexlime@', `reader_${count}@`) });
      },
      /^The database postgres:\S+ cannot be written: give its user all rights on the schema, .+\.$/,
    ],
    [
      'another encoding',
      async () => prepare(await create(`encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`)),
      /^The setting DATABASE_URL is wrong: the encoding of the database must be UTF8\.$/,
    ],
    [
      'another order of texts',
      async () => prepare(await createMigrated('alter table product alter column title_key type text collate "POSIX"')),
      /^The database orders texts in another way than Hexlime \(product\.title_key has not the collation "C"\): .+\.$/,
    ],
    [
      'the schema of a newer version that takes something away',
      async () =>
        prepare(
          await createMigrated(
            `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`,
            `update meta set value = '9999-later' where key = 'oldest_compatible_migration'`,
          ),
        ),
      /^The database was used by a newer version of Hexlime \(9999-later\): .+\.$/,
    ],
    [
      'the schema of an older version that it may not migrate',
      async () => prepare(await createMigrated(`delete from kysely_migration where name > '0048'`), { MIGRATE: '0' }),
      /^The database has the schema of an older version of Hexlime \(.+ is missing\): run "npm run migrate" once\.$/,
    ],
    [
      'the database of a shop with a bucket, and no settings of one',
      async () => prepare(await createMigrated(`insert into meta (key, value) values ('has_bucket', '1')`)),
      /^The images and blocks of this shop are in a bucket: set the five S3_… settings, or run "npm run migrate -- --without-bucket" once .+\.$/,
    ],
    [
      'only some of the settings of a bucket',
      async () => prepare(await create(), { S3_BUCKET: 'images' }),
      /^S3_BUCKET needs S3_ENDPOINT, .+\.$/,
    ],
    [
      'an unknown host of the bucket',
      async () =>
        prepare(
          await create(),
          toBucket({
            S3_BUCKET: 'images',
            S3_REGION: 'r',
            S3_ACCESS_KEY_ID: 'k',
            S3_SECRET_ACCESS_KEY: 's',
            S3_ENDPOINT: 'http://s3.invalid',
          }),
        ),
      /^The settings S3_… are wrong: .+ENOTFOUND.+\.$/,
    ],
  ];
  it.each(cases)('with %s ends with one sentence and code 78, and has written nothing', async (_what, make, sentence) =>
    expectRejection(await make(), sentence),
  );

  const DENIED = { status: 403, body: '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>' };
  const bucketCases: typeof cases = [
    [
      'a wrong key',
      async () => prepare(await create(), toBucket({ S3_SECRET_ACCESS_KEY: 'another' })),
      /SignatureDoesNotMatch/,
    ],
    ['no such bucket', async () => prepare(await create(), toBucket({ S3_BUCKET: 'no-such-bucket' })), /NoSuchBucket/],
    [
      'no right to read the bucket',
      async () => {
        proxy.faults.push(DENIED);
        return prepare(await create(), toBucket());
      },
      /^The settings S3_… are wrong: the object store refused a GET: 403 AccessDenied Access Denied\.$/,
    ],
    [
      'the bucket of another cluster',
      async () => {
        const bucket = toBucket();
        await (await startTestApp({ env: { ...bucket, DATABASE_URL: urlOf(await create()) } })).stop();
        return prepare(await create(), bucket);
      },
      /^The settings S3_… are wrong: another shop has its images there: choose another S3_BUCKET or S3_PREFIX\.$/,
    ],
  ];
  // These need the real Swift server of Debian, which CI installs.
  it.skipIf(!hasSwift).each(bucketCases)(
    'with %s ends with one sentence and code 78, and has written nothing',
    async (_what, make, sentence) => expectRejection(await make(), sentence),
  );

  it.skipIf(!hasSwift)(
    'without the right to write to its bucket ends with code 78, and has written nothing to the bucket',
    async () => {
      const { env } = prepare(await create(), toBucket());
      proxy.faults.push(undefined, undefined, DENIED);
      const objects = await listObjects();
      const run = startServerProcess(join(folder, 'data'), env);
      expect(await run.exit).toBe(78);
      expect(run.output()).toMatch(
        /^The settings S3_… are wrong: the object store refused a PUT: 403 AccessDenied.*\.\n$/,
      );
      expect(await listObjects()).toBe(objects);
    },
  );

  it.skipIf(!hasSwift)('does not start without the settings of the bucket of its shop', async () => {
    const database = await create();
    await (await startTestApp({ env: { ...toBucket(), DATABASE_URL: urlOf(database) } })).stop();
    await expectRejection(prepare(database), /^The images and blocks of this shop are in a bucket: /);
  });

  it('unlike these, a node runs if only the default collation of its database differs', async () => {
    const database = await create(`locale_provider icu icu_locale 'en' template template0`);
    const run = startServerProcess(join(folder, 'data'), { DATABASE_URL: urlOf(database) });
    expect((await fetch(`${await run.url()}/readyz`)).status).toBe(200);
    await run.kill();
  });
});

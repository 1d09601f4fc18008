import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBackup } from '../../backup/backup-command.ts';
import { runRestore } from '../../backup/restore-command.ts';
import { runMigrate } from '../../storage/migrate-command.ts';
import { readStock, signInBuyer, startOrderApp } from '../apps/order-app.ts';
import { startTestApp } from '../apps/test-app.ts';
import { POSTGRES_TOOLS_MISSING, startPostgresServer } from '../databases/postgres-server.ts';
import type { PostgresServer } from '../databases/postgres-server.ts';

const run = promisify(execFile);
const PASSWORD = "it's a secret";

describe.skipIf(POSTGRES_TOOLS_MISSING !== undefined)('the role of a shop in containers', () => {
  let server: PostgresServer;
  let folder: string;
  let url: string;

  /** Runs a query as PostgreSQL's superuser. */
  async function ask(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = (await client.query(text)) as { rows: unknown[] };
    await client.end();
    return rows;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hexlime-role-'));
    server = await startPostgresServer(undefined, 'postgres');
    // PostgreSQL's image runs the files of its folder docker-entrypoint-initdb.d in the same way.
    await run('psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--file=deploy/create-shop-role.sql', server.url], {
      env: { ...process.env, POSTGRES_PASSWORD: PASSWORD },
    });
    url = server.url.replace('postgres@', 'hexlime@').replace(/postgres$/, 'hexlime');
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has no rights beyond its database, and is the only role with a password', async () => {
    expect(
      await ask(`select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        rolpassword is not null as has_password from pg_authid where rolcanlogin order by rolname`),
    ).toEqual([
      {
        rolname: 'hexlime',
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        has_password: true,
      },
      expect.objectContaining({ rolname: 'postgres', has_password: false }),
    ]);
  });

  it('can migrate, sell, back up and restore with the documented commands', async () => {
    const live = join(folder, 'live');
    const env = { DATABASE_URL: url };
    const settings = { ...env, DATA_DIR: live };
    const output = { write: () => true };
    expect(await runMigrate([], settings, output)).toBe(0);
    const app = await startOrderApp(10, { dataDir: live, env });
    await (await signInBuyer(app, 'alice')).buy();
    expect(await runBackup([join(folder, 'backups')], settings, output)).toBe(0);
    const dump = join(folder, 'hexlime.dump');
    await run('pg_dump', ['--format=custom', `--file=${dump}`, url]);
    await (await signInBuyer(app, 'bob')).buy();
    await app.stop();

    await run('pg_restore', [`--dbname=${url}`, '--clean', '--if-exists', '--exit-on-error', dump]);
    const byTools = await startTestApp({ dataDir: live, env });
    expect((await readStock(byTools)).counters.reserved).toBe(1);
    await (await signInBuyer(byTools, 'bob')).buy();
    await byTools.stop();

    const [name = ''] = await readdir(join(folder, 'backups'));
    expect(await runRestore([join(folder, 'backups', name)], settings, output)).toBe(0);
    const restored = await startTestApp({ dataDir: live, env });
    expect((await readStock(restored)).counters.reserved).toBe(1);
    await restored.stop();
  }, 120_000);
});

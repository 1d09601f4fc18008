import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { EPOCH_KEY } from '../storage/history.repository.ts';
import { nameDatabase } from '../storage/database-source.ts';
import type { ServerSource } from '../storage/database-source.ts';
import { APPLICATION_NAME } from '../nodes/postgres/postgres-pool.ts';
import { BackupError } from './backup-facts.ts';

const run = promisify(execFile);
const MAX_LIST_BYTES = 64_000_000;
/** How long connections of a node that has just stopped may take to end. */
const CLOSING_MS = 3_000;

/** Runs a tool of PostgreSQL; the password is in its environment only, because other users can read arguments. @throws BackupError */
async function runTool(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  source?: ServerSource,
): Promise<string> {
  const password = source && new URL(source.url).password;
  try {
    const { stdout } = await run(name, [...args], {
      maxBuffer: MAX_LIST_BYTES,
      env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
    });
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new BackupError(`${name} is not installed: a database on a server is copied with the tools of PostgreSQL.`);
    }
    const { stderr = '' } = error as { stderr?: string };
    throw new BackupError(`${name} failed: ${stderr.trim().split('\n')[0] ?? String(error)}`);
  }
}

/** Copies a database at one moment into a file; its server may be written to meanwhile. @throws BackupError */
export async function dumpDatabase(source: ServerSource, file: string): Promise<void> {
  await runTool('pg_dump', ['--format=custom', '--schema=public', `--file=${file}`, nameDatabase(source)], source);
}

/** Checks that a dump can be read; returns the migrations that it has. @throws BackupError when it is damaged */
export async function checkDump(file: string): Promise<readonly string[]> {
  const rows = await runTool('pg_restore', ['--data-only', '--table=kysely_migration', '--file=-', file]);
  const migrations = Array.from(rows.matchAll(/^(\d{4}-[\w-]+)\t/gm), ([, name]) => name ?? '');
  if (migrations.length === 0) throw new BackupError(`${file} is no dump of a shop.`);
  return migrations;
}

/**
 * Puts a dump in the place of a database that nothing else uses; what was there stays in the schema `aside`. The epoch is left out: the next
 * start begins a new one. Nothing is changed when the dump cannot be restored as a whole.
 * @throws BackupError when a node is connected, or the dump cannot be restored
 */
export async function restoreDump(source: ServerSource, file: string, aside: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-restore-'));
  const client = await connect(source);
  try {
    await requireAlone(client, source);
    const entries = (await runTool('pg_restore', ['--list', file])).split('\n');
    const list = join(folder, 'list');
    // The schema is made here, with the rights of this user.
    await writeFile(list, entries.filter((entry) => !/ SCHEMA - | COMMENT - SCHEMA /.test(entry)).join('\n'));
    await client.query(`alter schema public rename to ${pg.escapeIdentifier(aside)}; create schema public`);
    try {
      const options = [
        '--no-owner',
        '--no-privileges',
        '--single-transaction',
        '--exit-on-error',
        `--use-list=${list}`,
      ];
      await runTool('pg_restore', [...options, `--dbname=${nameDatabase(source)}`, file], source);
      await client.query('delete from public.meta where key = $1', [EPOCH_KEY]);
    } catch (error) {
      await putBack(client, aside);
      throw error;
    }
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts back what a restore has set aside. */
export async function undoRestore(source: ServerSource, aside: string): Promise<void> {
  const client = await connect(source);
  try {
    await putBack(client, aside);
  } finally {
    await client.end();
  }
}

const putBack = (client: pg.Client, aside: string): Promise<unknown> =>
  client.query(`drop schema public cascade; alter schema ${pg.escapeIdentifier(aside)} rename to public`);

async function connect(source: ServerSource): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: source.url, application_name: 'hexlime-restore' });
  // Without a listener, a connection that is lost while it idles during a tool's run would end the process without a message. Its next
  // statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Checks that no node is connected; a node that has just stopped gets CLOSING_MS to disconnect. @throws BackupError */
async function requireAlone(client: pg.Client, source: ServerSource): Promise<void> {
  const endMs = performance.now() + CLOSING_MS;
  for (;;) {
    const { rowCount } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1',
      [APPLICATION_NAME],
    );
    if (rowCount === 0) return;
    if (performance.now() > endMs)
      throw new BackupError(`A server uses ${nameDatabase(source)}: stop all nodes first.`);
    await delay(100);
  }
}

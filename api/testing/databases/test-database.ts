import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { migrate } from '../../storage/migrate.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { writeEmptyDatabase } from '../empty-database.ts';

/** The server of a run on PostgreSQL (`npm run test:postgres`); undefined: tests run on SQLite. */
export const POSTGRES_URL = process.env['TEST_POSTGRES_URL'];
/** The Valkey or Redis of such a run, which carries the events of all shops; undefined: the database carries them. */
const REDIS_URL = process.env['TEST_REDIS_URL'];
/** Whether to run the tests of database files and query plans. */
export const ON_SQLITE = POSTGRES_URL === undefined;

const TEMPLATE = 'hexlime_template';
const PREFIX = 'hexlime_test_';
/** Once per this many created databases, databases whose folders are gone are dropped. */
const DROP_EVERY = 20;
let created = 0;

/** Returns the settings with which a server finds the database of a data folder; none on SQLite, whose database is in the folder. */
export function databaseSettings(dataDir: string): Record<string, string> {
  if (POSTGRES_URL === undefined) return {};
  return { DATABASE_URL: urlOf(nameOf(dataDir)), ...(REDIS_URL !== undefined && { REDIS_URL }) };
}

/** Creates the empty database of a new data folder as a copy, because migrating takes half of a server's start. */
export async function prepareDatabase(dataDir: string, file: string): Promise<void> {
  if (POSTGRES_URL === undefined) return writeEmptyDatabase(file);
  await ensureDatabase(dataDir);
}

/** Creates the database of a data folder on the server unless there is one; does nothing on SQLite. */
export async function ensureDatabase(dataDir: string): Promise<void> {
  if (POSTGRES_URL === undefined) return;
  const name = nameOf(dataDir);
  await withServer(async (server) => {
    if (await exists(server, name)) return;
    if (created++ % DROP_EVERY === 0) await dropOrphans(server);
    await server.query(`create database "${name}" template ${TEMPLATE}`);
    // Notes the folder, so that the database can be dropped when the folder is gone; its parent if the test creates the folder only later.
    const folder = existsSync(dataDir) ? dataDir : dirname(dataDir);
    await server.query(`comment on database "${name}" is '${folder.replaceAll("'", "''")}'`);
  });
}

/** Drops the database of a data folder; does nothing on SQLite. */
export async function dropDatabase(dataDir: string): Promise<void> {
  if (POSTGRES_URL === undefined) return;
  await withServer((server) => server.query(`drop database if exists "${nameOf(dataDir)}" with (force)`));
}

/** Creates the database that all others are copies of. */
export async function createTemplate(): Promise<void> {
  await withServer(async (server) => {
    await server.query(`drop database if exists ${TEMPLATE} with (force)`);
    await server.query(`create database ${TEMPLATE}`);
  });
  const database = await openDatabase({ engine: 'postgres', url: urlOf(TEMPLATE) });
  await migrate(database.writer);
  await database.close();
}

async function dropOrphans(server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ name: string; folder: string | null }>(
    `select datname as name, shobj_description(oid, 'pg_database') as folder from pg_database where datname like '${PREFIX}%'`,
  );
  for (const { name, folder } of rows) {
    if (folder !== null && !existsSync(folder)) await server.query(`drop database if exists "${name}" with (force)`);
  }
}

async function exists(server: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

async function withServer<T>(use: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: POSTGRES_URL });
  await server.connect();
  try {
    return await use(server);
  } finally {
    await server.end();
  }
}

const nameOf = (dataDir: string): string => PREFIX + createHash('sha256').update(dataDir).digest('hex').slice(0, 20);

function urlOf(name: string): string {
  const url = new URL(POSTGRES_URL ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSource } from '../../storage/database-source.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { sql } from 'kysely';
import { POSTGRES_MISSING, startPostgresServer } from './postgres-server.ts';
import type { PostgresServer } from './postgres-server.ts';

/** A database engine on which the test suites of the storage run. */
export interface TestEngine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Why its tests are skipped; undefined where they run. */
  readonly missing: string | undefined;
  /** Starts what the engine needs. */
  start(): Promise<RunningEngine>;
}

export interface RunningEngine {
  /** Makes an empty database. */
  create(): Promise<DatabaseSource>;
  /** Undefined for an engine within the process. */
  readonly server: PostgresServer | undefined;
  /** Deletes all databases, and stops the server if there is one. */
  stop(): Promise<void>;
}

/** Both engines. */
export const ENGINES: readonly TestEngine[] = [
  { name: 'SQLite', missing: undefined, start: startSqlite },
  { name: 'PostgreSQL', missing: POSTGRES_MISSING, start: startPostgres },
];

async function startSqlite(): Promise<RunningEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-engine-'));
  let count = 0;
  return {
    server: undefined,
    create: async () => ({ engine: 'sqlite', file: join(folder, `${(count += 1)}.sqlite`) }),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function startPostgres(): Promise<RunningEngine> {
  const server = await startPostgresServer();
  let count = 0;
  return {
    server,
    async create() {
      const name = `test_${(count += 1)}`;
      const admin = await openDatabase({ engine: 'postgres', url: server.url });
      await sql`create database ${sql.id(name)}`.execute(admin.writer);
      await admin.close();
      return { engine: 'postgres', url: server.url.replace(/postgres$/, name) };
    },
    stop: () => server.stop(),
  };
}

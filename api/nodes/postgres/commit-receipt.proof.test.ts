import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  POSTGRES_MISSING,
  startPostgresServer,
  startReplicatedPostgres,
} from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { openDatabase } from '../../storage/open-database.ts';
import type { Database } from '../../storage/database.ts';
import { findCommitStatus, RECEIPT } from './commit-receipt.ts';
import type { CommitReceipt } from './commit-receipt.ts';

const readStatus = async ({ writer }: Database, id: string): Promise<string | null | undefined> =>
  (await sql<{ status: string | null }>`select pg_xact_status(${id}::xid8) as status`.execute(writer)).rows[0]?.status;

/** Begins a transaction and leaves it open. */
async function begin(url: string): Promise<CommitReceipt> {
  const database = await openDatabase({ engine: 'postgres', url });
  const { promise, resolve } = Promise.withResolvers<CommitReceipt>();
  void database.writer.connection().execute(async (connection) => {
    await sql.raw('begin').execute(connection);
    const { rows } = await sql.raw<CommitReceipt>(`select ${RECEIPT}`).execute(connection);
    resolve(rows[0] as CommitReceipt);
    await new Promise(() => undefined);
  });
  return promise;
}

/** Commits transactions until one of them gets this number or a higher one. */
async function commitUntil({ writer }: Database, id: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(writer);
    if (Number(rows[0]?.id) >= Number(id)) return;
  }
}

describe.skipIf(POSTGRES_MISSING !== undefined)('the receipt of a transaction', () => {
  let server: PostgresServer | undefined;
  let database: Database | undefined;
  afterEach(async () => {
    await database?.close();
    await server?.stop();
  });

  it('shows whether the transaction is stored, even after a restart', async () => {
    server = await startPostgresServer();
    const opened = await openDatabase({ engine: 'postgres', url: server.url });
    database = opened;
    const take = async (end: 'commit' | 'rollback'): Promise<CommitReceipt> =>
      opened.writer.connection().execute(async (connection) => {
        await sql.raw('begin').execute(connection);
        const { rows } = await sql.raw<CommitReceipt>(`select ${RECEIPT}`).execute(connection);
        await sql.raw(end).execute(connection);
        return rows[0] as CommitReceipt;
      });
    const [stored, undone] = [await take('commit'), await take('rollback')];
    await server.pause();
    await server.resume();
    expect(await findCommitStatus(opened.writer, stored)).toBe('committed');
    expect(await findCommitStatus(opened.writer, undone)).toBe('aborted');
  });

  it('is not mistaken for that of a transaction which got the same number after a crash', async () => {
    server = await startPostgresServer();
    const receipt = await begin(server.url);
    await server.crash();
    await server.resume();
    database = await openDatabase({ engine: 'postgres', url: server.url });
    expect(await findCommitStatus(database.writer, receipt)).toBe('unknown');
    await commitUntil(database, receipt.id);
    expect(await readStatus(database, receipt.id)).toBe('committed');
    expect(await findCommitStatus(database.writer, receipt)).toBe('unknown');
  });

  it('proves nothing once a standby has been promoted; before that, the standby is not used', async () => {
    const replicated = await startReplicatedPostgres();
    server = replicated;
    const receipt = await begin(server.url);
    // The answers of a standby may lag behind acknowledged commits.
    const standby = openDatabase({ engine: 'postgres', url: replicated.standbyUrl });
    await expect(standby).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE', isNotReady: true });
    await replicated.failOver();
    database = await openDatabase({ engine: 'postgres', url: replicated.standbyUrl });
    await commitUntil(database, receipt.id);
    expect(await readStatus(database, receipt.id)).toBe('committed');
    expect(await findCommitStatus(database.writer, receipt)).toBe('unknown');
  });
});

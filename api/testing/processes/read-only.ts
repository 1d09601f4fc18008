import { sql } from 'kysely';
import type { TestApp } from '../apps/test-app.ts';

/** Makes the database of a server, and of all its nodes, read-only, or writable again. */
export async function setReadOnly({ context }: Pick<TestApp, 'context'>, isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'off';
  const { source, writer } = context.database;
  if (source.engine === 'sqlite') {
    await sql.raw(`pragma query_only = ${value}`).execute(writer);
    return;
  }
  const name = new URL(source.url).pathname.slice(1);
  await sql
    .raw(`begin read write; alter database "${name}" set default_transaction_read_only = ${value}; commit`)
    .execute(writer);
  // The setting affects new connections only, so existing ones are closed.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`.execute(
    writer,
  );
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(writer).catch(() => undefined);
}

import { sql } from 'kysely';
import type { TestApp } from '../apps/test-app.ts';

/** Makes a server's database read-only, or writable again. */
export async function setReadOnly({ context }: Pick<TestApp, 'context'>, isReadOnly: boolean): Promise<void> {
  await sql.raw(`pragma query_only = ${isReadOnly ? 'on' : 'off'}`).execute(context.database.writer);
}

import type { Database } from './database.ts';
import { createSharedWrite } from './sqlite/shared-write.ts';
import type { PublishCommit, Write } from './write-unit.ts';

/** Creates the `Write` of a database, with transactions that suit its engine. */
export async function createWrite(database: Database, publish: PublishCommit): Promise<Write> {
  if (database.source.engine === 'sqlite') return createSharedWrite(database, publish);
  const { createPostgresWrite } = await import('../nodes/postgres/postgres-write.ts');
  return createPostgresWrite(database, publish);
}

import { PostgresAdapter } from 'kysely';
import type { DialectAdapter } from 'kysely';
import type { DatabaseSource } from './database-source.ts';

/** Returns what engine a query runs on, for the few features that only one of them has. */
export const engineOf = (db: { getExecutor(): { readonly adapter: DialectAdapter } }): DatabaseSource['engine'] =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

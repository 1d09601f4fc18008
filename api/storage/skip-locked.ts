import type { SelectQueryBuilder } from 'kysely';
import type { Queryable } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { Schema } from './schema.ts';

/**
 * Locks the rows that a query selects, and leaves out those that another transaction has locked: nodes that claim due rows at the same time
 * get different ones. A database file has one writer at a time and needs no locks.
 */
export const skipLocked = <Tables extends keyof Schema, Columns>(
  db: Queryable,
  query: SelectQueryBuilder<Schema, Tables, Columns>,
): SelectQueryBuilder<Schema, Tables, Columns> =>
  engineOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query;

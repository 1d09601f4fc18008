import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The storage port of rows. Queries live in `*.repository.ts` only, in the SQL that SQLite and PostgreSQL share. */
export interface Database {
  /** Its transactions hold the write lock from their start; keep them short and await nothing but the database in them. */
  readonly writer: Kysely<Schema>;
  /** Its transactions see one committed state and never wait for a writer. */
  readonly reader: Kysely<Schema>;
  /** Path of the database file. */
  readonly file: string;
  /** Whether a commit survives a power cut and references are enforced. */
  isDurable(): boolean;
  /** A number that moves when another process has committed. */
  foreignWrites(): number;
  /** Size of the log of writes that are not in the database's own file yet. */
  walBytes(): number;
  /** Takes the whole log into the database's file and gives its room back; false while somebody still reads from it. */
  emptyWal(): Promise<boolean>;
  close(): Promise<void>;
}

/** What a query runs on: a connection or a transaction of it. */
export type Queryable = Kysely<Schema> | Transaction<Schema>;

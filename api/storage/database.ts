import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The storage port of rows. Queries live in `*.repository.ts` only, in the SQL that SQLite and PostgreSQL share. */
export interface Database {
  /** Its transactions take the write lock when they begin; keep them short and await nothing but the database in them. */
  readonly writer: Kysely<Schema>;
  /** Its transactions see one committed state and never wait for a writer. */
  readonly reader: Kysely<Schema>;
  /** Path of the database file. */
  readonly file: string;
  /** Returns whether commits survive a power cut and foreign keys are enforced. */
  isDurable(): boolean;
  /** Returns a number that changes when another process commits. */
  foreignWrites(): number;
  /** Returns the size of the write-ahead log, in bytes. */
  walBytes(): number;
  /** Checkpoints and truncates the write-ahead log; false while a reader still needs it. */
  emptyWal(): Promise<boolean>;
  close(): Promise<void>;
}

/** What queries run on: a connection or one of its transactions. */
export type Queryable = Kysely<Schema> | Transaction<Schema>;

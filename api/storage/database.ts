import type { Kysely, Transaction } from 'kysely';
import type { DatabaseSource } from './database-source.ts';
import type { Schema } from './schema.ts';
import type { UnitRepetitions } from './unit-repetitions.ts';
import type { WaitingUnits } from './waiting-units.ts';

/** The storage port of rows. Queries belong in `*.repository.ts`, in the SQL that SQLite and PostgreSQL share. */
export interface Database {
  /** Its transactions take the write lock when they begin; keep them short and await nothing but the database in them. */
  readonly writer: Kysely<Schema>;
  /** Its transactions see one committed state and never wait for a writer. */
  readonly reader: Kysely<Schema>;
  readonly source: DatabaseSource;
  /** Undefined where the database looks after its log itself. */
  readonly wal: WriteAheadLog | undefined;
  /** Units of writing of this process that wait for each other. */
  readonly waitingUnits: WaitingUnits;
  /** Undefined where units exclude each other, so that none has to be repeated because of another. */
  readonly unitRepetitions: UnitRepetitions | undefined;
  /** Returns how many connections this process has for each purpose; undefined where there is no database server. */
  readonly countConnections: (() => Readonly<Record<'writing' | 'reading', ConnectionCounts>>) | undefined;
  /** Returns whether commits survive a power cut and foreign keys are enforced. */
  isDurable(): Promise<boolean>;
  /** Returns a text that changes when another process commits; a commit of this one may change it as well. */
  mark(): Promise<string>;
  /** Returns the time of the database in ms: that of its server, whatever this machine's clock shows; for a file, that of this machine. */
  now(): number;
  close(): Promise<void>;
}

/** Connections to a database server. */
export interface ConnectionCounts {
  readonly busy: number;
  readonly idle: number;
  /** Queries and units that wait for one. */
  readonly awaited: number;
}

/** The write-ahead log of a database in a file. */
export interface WriteAheadLog {
  /** Returns its size. */
  bytes(): number;
  /** Checkpoints and truncates it; false while a reader still needs it. */
  empty(): Promise<boolean>;
}

/** What queries run on: a connection or one of its transactions. */
export type Queryable = Kysely<Schema> | Transaction<Schema>;

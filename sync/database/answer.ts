import type { Dexie, Table } from 'dexie';
import type { DatabaseHandle } from './database-handle.ts';

/** Rows that the server is asked about. */
export interface Rows<Database extends Dexie, Known extends object> {
  /** The tables that `read` needs, and those that the answer is written to. */
  readonly tables: (database: Database) => readonly Table[];
  /** Reads what tells these rows from others that may take their place, as plain values: their history, their row, the range. */
  readonly read: (database: Database) => Promise<Known>;
}

/** Whether what was read of rows is the same in two moments, member by member. */
export const isUnchanged = <Known extends object>(before: Known, now: Known): boolean =>
  (Object.keys({ ...before, ...now }) as (keyof Known)[]).every((name) => before[name] === now[name]);

/**
 * What the server answered about rows of this device. It can be read in one place only, the transaction of `store`, so that nothing is stored
 * without the check: an answer that comes late is about rows that may have been removed, replaced or read again since.
 */
export class Answer<Database extends Dexie, Known extends object, Content> {
  readonly #handle: Pick<DatabaseHandle<Database>, 'run'>;
  readonly #rows: Rows<Database, Known>;
  readonly #asked: Known;
  readonly #content: Content;

  constructor(
    handle: Pick<DatabaseHandle<Database>, 'run'>,
    rows: Rows<Database, Known>,
    asked: Known,
    content: Content,
  ) {
    this.#handle = handle;
    this.#rows = rows;
    this.#asked = asked;
    this.#content = content;
  }

  /** Writes the answer and returns what `write` returns. Of a late answer nothing is written, and the result is undefined. */
  store<Result>(
    write: (database: Database, content: Content, asked: Known) => Promise<Result>,
  ): Promise<Result | undefined> {
    const { tables, read } = this.#rows;
    return this.#handle.run((database) =>
      database.transaction('rw', [...tables(database)], async () =>
        isUnchanged(this.#asked, await read(database)) ? write(database, this.#content, this.#asked) : undefined,
      ),
    );
  }
}

/** Asks the server about rows as they are at this moment. @throws what `call` throws */
export async function ask<Database extends Dexie, Known extends object, Content>(
  handle: Pick<DatabaseHandle<Database>, 'run'>,
  rows: Rows<Database, Known>,
  call: (known: Known) => Promise<Content>,
): Promise<Answer<Database, Known, Content>> {
  const asked = await handle.run((database) =>
    database.transaction('r', [...rows.tables(database)], async () => rows.read(database)),
  );
  return new Answer(handle, rows, asked, await call(asked));
}

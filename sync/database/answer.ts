import type { Dexie, Table } from 'dexie';
import type { DatabaseHandle } from './database-handle.ts';

/** Rows that the server is asked about. */
export interface Rows<Database extends Dexie, Known extends object> {
  /** The tables that `read` needs, and those that the answer is written to. */
  readonly tables: (database: Database) => readonly Table[];
  /** Reads plain values that identify these rows, such as their history or their range, so that other rows in their place are noticed. */
  readonly read: (database: Database) => Promise<Known>;
}

/** Whether two readings of rows are the same, member by member. */
export const isUnchanged = <Known extends object>(before: Known, now: Known): boolean =>
  (Object.keys({ ...before, ...now }) as (keyof Known)[]).every((name) => before[name] === now[name]);

/**
 * The server's answer about rows of this device. Its content is available only in the transaction of `store`, which first checks that the
 * rows are still those that the server was asked about: meanwhile they may have been removed, replaced or read again.
 */
export interface Answer<Database extends Dexie, Known extends object, Content> {
  /** Writes the answer and returns what `write` returns; if the rows have changed meanwhile, writes nothing and returns undefined. */
  store<Result>(
    write: (database: Database, content: Content, asked: Known) => Promise<Result>,
  ): Promise<Result | undefined>;
}

/** Asks the server about rows as they are at this moment. @throws what `call` throws */
export async function ask<Database extends Dexie, Known extends object, Content>(
  handle: Pick<DatabaseHandle<Database>, 'run'>,
  { tables, read }: Rows<Database, Known>,
  call: (known: Known) => Promise<Content>,
): Promise<Answer<Database, Known, Content>> {
  const asked = await handle.run((database) =>
    database.transaction('r', [...tables(database)], async () => read(database)),
  );
  const content = await call(asked);
  return {
    store: (write) =>
      handle.run((database) =>
        database.transaction('rw', [...tables(database)], async () =>
          isUnchanged(asked, await read(database)) ? write(database, content, asked) : undefined,
        ),
      ),
  };
}

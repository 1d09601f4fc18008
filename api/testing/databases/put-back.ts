import { copyFile, rm } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';

/** Copies a database file at one moment; servers may run on it. */
export async function copyDatabase(file: string, copy: string): Promise<void> {
  const connection = new BetterSqlite3(file);
  try {
    await connection.backup(copy);
  } finally {
    connection.close();
  }
}

/** Replaces the file of a stopped server by a copy. */
export async function putBackFile(file: string, copy: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
  await copyFile(copy, file);
}

/**
 * Replaces all rows by those of a copy in one transaction while servers run on the file. To the servers, this looks as if a database server
 * was put back to a copy.
 */
export function putBackRows(file: string, copy: string): void {
  const connection = new BetterSqlite3(file, { timeout: 5_000 });
  try {
    connection.pragma('foreign_keys = off');
    connection.prepare('attach ? as copy').run(copy);
    const tables = connection
      .prepare(`select name from copy.sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`)
      .pluck()
      .all() as string[];
    const replaceAll = connection.transaction(() => {
      // In alphabetical order, `history` is replaced before `shop`, whose triggers then find its rows.
      for (const table of tables)
        connection.exec(`delete from main."${table}"; insert into main."${table}" select * from copy."${table}"`);
    });
    replaceAll.immediate();
  } finally {
    connection.close();
  }
}

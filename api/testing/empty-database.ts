import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../storage/migrate.ts';
import { openSqliteDatabase } from '../storage/sqlite/sqlite-database.ts';

let bytes: Promise<Buffer> | undefined;

/** Writes an empty database of the newest schema, made once per process because migrating takes half of a server's start-up time. */
export async function writeEmptyDatabase(file: string): Promise<void> {
  bytes ??= makeEmptyDatabase();
  await writeFile(file, await bytes);
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-test-'));
  const file = join(folder, 'empty.db');
  const database = openSqliteDatabase(file);
  await migrate(database.writer);
  await database.close();
  const made = await readFile(file);
  await rm(folder, { recursive: true });
  return made;
}

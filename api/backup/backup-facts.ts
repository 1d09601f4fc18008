import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import BetterSqlite3 from 'better-sqlite3';
import * as z from 'zod';
import type { DatabaseSource } from '#api/storage/database-source.ts';

/** Names of a backup's parts in its folder. */
export const BACKUP_PARTS = {
  facts: 'backup.json',
  database: 'hexlime.sqlite',
  dump: 'hexlime.dump',
  images: 'images',
  password: 'admin-password.txt',
} as const;

const FORMAT = 1;

const factsSchema = z.object({
  format: z.literal(FORMAT),
  /** When the database was copied, ISO 8601 in UTC. */
  created_at: z.iso.datetime(),
  database: z.object({ engine: z.enum(['sqlite', 'postgres']).default('sqlite'), bytes: z.int(), sha256: z.string() }),
  /** Migrations that the database has. */
  migrations: z.array(z.string()),
  images: z.object({ files: z.int(), bytes: z.int() }),
});
export type BackupFacts = Omit<z.infer<typeof factsSchema>, 'format'>;

/** A backup that cannot be used; its message is a sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/** Returns the path of the database in a backup. */
export const databaseIn = (folder: string, engine: DatabaseSource['engine']): string =>
  join(folder, engine === 'sqlite' ? BACKUP_PARTS.database : BACKUP_PARTS.dump);

export const writeFacts = (facts: BackupFacts): string => `${JSON.stringify({ format: FORMAT, ...facts }, null, 2)}\n`;

/** Reads what a backup says of itself. @throws BackupError when the folder is not a complete backup of this format */
export async function readFacts(folder: string): Promise<BackupFacts> {
  const text = await readFile(join(folder, BACKUP_PARTS.facts), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${folder} is no complete backup: it has no ${BACKUP_PARTS.facts}.`);
  const facts = factsSchema.safeParse(parseJson(text));
  if (!facts.success) throw new BackupError(`${BACKUP_PARTS.facts} of ${folder} cannot be read by this version.`);
  return facts.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the SHA-256 of a file in hexadecimal, reading it in pieces. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Checks a database file thoroughly; returns the migrations that it has. @throws BackupError when it is damaged */
export function checkDatabase(file: string): readonly string[] {
  const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const result = connection.pragma('integrity_check', { simple: true });
    if (result !== 'ok') throw new BackupError(`The database ${file} is damaged: ${String(result)}.`);
    return connection.prepare('select name from kysely_migration order by name').pluck().all() as string[];
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof BetterSqlite3.SqliteError)) throw error;
    throw new BackupError(`The database ${file} is damaged: ${error.message}.`);
  } finally {
    connection.close();
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { BackupError } from '#api/backup/backup-facts.ts';
import { requireStopped } from '#api/backup/restore-backup.ts';
import type { BlobSettings } from '#api/config/blob-settings.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import type { Config } from '#api/config/config.ts';
import { isDatabaseUrl, toDatabaseSource } from '#api/config/database-settings.ts';
import { readSecretFiles } from '#api/config/secret-files.ts';
import { findIdentitySecret, toBlobOwner } from '#api/identity/identity-secret.ts';
import { BlobStoreError } from '#api/storage/blobs/blob-store-error.ts';
import type { BlobStore } from '#api/storage/blobs/blob-store.ts';
import { toConfigError } from '#api/storage/blobs/open-blob-store.ts';
import type { DatabaseSource } from '#api/storage/database-source.ts';
import { nameDatabase } from '#api/storage/database-source.ts';
import { openDatabase, openReader } from '#api/storage/open-database.ts';
import type { Schema } from '#api/storage/schema.ts';
import { adviseOnStorage, isOfSettings } from '#api/storage/storage-fault.ts';
import { moveDatabase, requireMovable } from './move-database.ts';
import { MoveError } from './move-error.ts';
import { moveImages } from './move-images.ts';

/** Exit codes, documented with the command. */
export const MOVE_EXIT = { ok: 0, usage: 64, failed: 70, config: 78 } as const;

const USAGE = `Usage: npm run move   (stop the server first)
The setting MOVE_TO, or the file that MOVE_TO_FILE names, has the address of an empty database:
postgres://USER:PASSWORD@HOST/DATABASE. It is never an argument: other users of the machine can read those.`;

type Print = (line: string) => unknown;

/**
 * Moves the rows of a stopped server's SQLite database to PostgreSQL and, with the settings of a bucket, its images to the bucket; returns the
 * exit code.
 */
export async function runMove(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print: Print = (line) => output.write(`${line}\n`);
  const given = readTarget(env);
  if ('fault' in given) print(given.fault);
  if ('fault' in given || args.length > 0 || !isDatabaseUrl(given.url) || given.url.startsWith('sqlite:')) {
    print(USAGE);
    return MOVE_EXIT.usage;
  }
  const target = toDatabaseSource(given.url);
  try {
    await move(readConfig(env), target, print);
    return MOVE_EXIT.ok;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof BackupError || error instanceof MoveError;
    const reason = error instanceof Error ? error.message : String(error);
    const advice = error instanceof BlobStoreError ? undefined : adviseOnStorage(error, target);
    print(isExpected ? reason : (advice ?? `The move failed: ${reason}`));
    const isWrong = error instanceof ConfigError || isOfSettings(error, target);
    return isWrong ? MOVE_EXIT.config : MOVE_EXIT.failed;
  }
}

/** Reads the address of the target from the environment or its file. */
function readTarget(
  env: Readonly<Record<string, string | undefined>>,
): { readonly url: string } | { readonly fault: string } {
  try {
    const fail = (sentence: string): never => {
      throw new ConfigError(sentence);
    };
    return {
      url: readSecretFiles({ MOVE_TO: env['MOVE_TO'], MOVE_TO_FILE: env['MOVE_TO_FILE'] }, fail)['MOVE_TO'] ?? '',
    };
  } catch (error) {
    if (error instanceof ConfigError) return { fault: error.message };
    throw error;
  }
}

async function move({ database, dataDir, bucket }: Config, target: DatabaseSource, print: Print): Promise<void> {
  if (database.engine !== 'sqlite') throw new MoveError('The shop is on PostgreSQL already.');
  const { file } = database;
  if (!existsSync(file)) throw new MoveError(`There is no database at ${file}.`);
  requireStopped(file);
  await using resources = new AsyncDisposableStack();
  const from = await openReader(database);
  resources.defer(() => from.destroy());
  const to = await openDatabase(target);
  resources.defer(() => to.close());
  await requireMovable(from, to);

  // Images before rows, so that no node serves the shop from the new database while images are missing.
  if (bucket === undefined) {
    print(
      'Images are not moved: without the settings S3_… there is no bucket. Copy them before you start several nodes.',
    );
  } else {
    const blobs = await openBucket(bucket, from);
    const images = join(dataDir, 'images');
    const { files, bytes, wereThere } = await moveImages(images, blobs, (done, total) =>
      print(`images: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`),
    );
    const megabytes = (bytes / 1_000_000).toFixed(1);
    print(
      `images: ${files.toLocaleString('en')} of ${megabytes} MB in the bucket ${bucket.bucket}${wereThere > 0 ? `, ${wereThere.toLocaleString('en')} were there` : ''}`,
    );
  }
  let rows = 0;
  await from.transaction().execute((source) =>
    moveDatabase(source, to, (table) => {
      rows += table.rows;
      print(`${table.name}: ${table.rows.toLocaleString('en')} rows${table.wasThere ? ', were there' : ''}`);
    }),
  );
  print(`Moved ${rows.toLocaleString('en')} rows to ${nameDatabase(target)}; both databases have the same digests.`);
  print('Start the server with this DATABASE_URL. Devices keep what they have.');
}

/** Opens the bucket for the shop that is moved. @throws ConfigError when the bucket rejects the settings or belongs to another shop */
async function openBucket(settings: BlobSettings, source: Kysely<Schema>): Promise<BlobStore> {
  const secret = await findIdentitySecret({ reader: source });
  if (secret === undefined)
    throw new MoveError('The database has never been used by a server: there is nothing to move.');
  const { createOwnedBucket } = await import('#api/nodes/s3/owned-s3-blob-store.ts');
  const { blobs, check } = createOwnedBucket(settings).openFor(toBlobOwner(secret));
  try {
    await check();
  } catch (error) {
    if (error instanceof BlobStoreError && error.code === 'BLOBS_REJECTED') throw toConfigError(error);
    throw error;
  }
  return blobs;
}

if (import.meta.main) process.exitCode = await runMove(process.argv.slice(2), process.env, process.stdout);

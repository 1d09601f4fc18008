import { BlobStoreError } from './blobs/blob-store-error.ts';

/** A fault of the disk, the file system or another process rather than of this program. */
export type StorageFault =
  /** The disk is full. */
  | 'full'
  /** Another process holds the lock of the database. */
  | 'busy'
  /** The file or its disk cannot be written. */
  | 'read-only'
  /** The file, or a part of it, is not a valid database. */
  | 'damaged'
  /** The process has reached its limit of open files and connections. */
  | 'too-many-files'
  /** The blob store is elsewhere, and cannot be reached or used. */
  | 'blobs-unreachable';

const FAULTS: ReadonlyMap<unknown, StorageFault> = new Map([
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_READONLY', 'read-only'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['EMFILE', 'too-many-files'],
  ['ENFILE', 'too-many-files'],
  ['SQLITE_CANTOPEN', 'too-many-files'],
  ['BLOBS_UNREACHABLE', 'blobs-unreachable'],
  ['BLOBS_REFUSED', 'blobs-unreachable'],
  ['BLOBS_FULL', 'full'],
]);

/** Classifies an error of SQLite or the system by its code; returns undefined when it is not a storage fault. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Extended codes refine a fault: SQLITE_BUSY_SNAPSHOT is SQLITE_BUSY.
  const code = /^SQLITE_[A-Z]+/.exec(String(error.code))?.[0] ?? error.code;
  return FAULTS.get(code);
}

/** Waits for a write that merely accompanies a read: a storage fault does not fail the read. @throws every other error */
export async function noteIfPossible(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (storageFaultOf(error) === undefined) throw error;
  }
}

const BLOBS_ADVICE =
  'Images can be neither read nor stored: check the settings S3_… and the service behind them with "npm run doctor".';

/** Returns one sentence of advice for an operator about a storage fault; undefined for any other error. */
export function adviseOnStorage(error: unknown, databaseFile: string): string | undefined {
  if (error instanceof BlobStoreError) return BLOBS_ADVICE;
  switch (storageFaultOf(error)) {
    case 'full':
      return `The disk of the database ${databaseFile} is full: free some space and start again.`;
    case 'busy':
      return `Another program has locked the database ${databaseFile}: stop it and start again.`;
    case 'read-only':
      return `The database ${databaseFile} cannot be written: give this user write access to the file and its folder, and start again.`;
    case 'damaged':
      return `The database ${databaseFile} is damaged: restore a backup, remove ${databaseFile}-wal and ${databaseFile}-shm, and start again.`;
    case 'too-many-files':
      return `The database ${databaseFile} cannot be opened: give this user read and write access to the file and its folder, and start again.`;
    case 'blobs-unreachable':
      return BLOBS_ADVICE;
    case undefined:
      return undefined;
  }
}

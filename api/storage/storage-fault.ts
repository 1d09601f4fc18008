import { nameDatabase } from './database-source.ts';
import type { DatabaseSource } from './database-source.ts';
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
  /** The database server does not answer, or does not know this user or database. */
  | 'unreachable'
  /** The process has reached its limit of open files and connections. */
  | 'too-many-files'
  /** The blob store is on another server, which cannot be reached or used. */
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
  // PostgreSQL
  ['53100', 'full'],
  ['53300', 'busy'],
  ['55P03', 'busy'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['57014', 'busy'],
  ['25006', 'read-only'],
  ['42501', 'read-only'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  // No such user, a wrong password, no such database.
  ['28000', 'unreachable'],
  ['28P01', 'unreachable'],
  ['3D000', 'unreachable'],
  ['DATABASE_UNREACHABLE', 'unreachable'],
  ['BLOBS_UNREACHABLE', 'blobs-unreachable'],
  ['BLOBS_REJECTED', 'blobs-unreachable'],
  ['BLOBS_FULL', 'full'],
]);

/** Classifies an error of a database, a blob store or the system by its code; returns undefined when it is not a storage fault. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Extended codes refine a fault: SQLITE_BUSY_SNAPSHOT is SQLITE_BUSY.
  const code = /^SQLITE_[A-Z]+/.exec(String(error.code))?.[0] ?? error.code;
  return FAULTS.get(code);
}

/** Returns whether a fault at the start probably comes from the settings: the address of a database server, or the rights of its user. */
export function isOfSettings(error: unknown, { engine }: DatabaseSource): boolean {
  const fault = storageFaultOf(error);
  return engine === 'postgres' && (fault === 'unreachable' || fault === 'read-only') && !isNotReady(error);
}

/** Whether the database server has answered that it starts, stops or is a standby. */
const isNotReady = (error: unknown): boolean =>
  error instanceof Error && 'isNotReady' in error && error.isNotReady === true;

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
export function adviseOnStorage(error: unknown, source: DatabaseSource): string | undefined {
  if (error instanceof BlobStoreError) return BLOBS_ADVICE;
  const name = nameDatabase(source);
  if (isNotReady(error)) {
    return `The database ${name} takes no connections: its server starts, stops or is a standby. Start again when it is ready.`;
  }
  if (source.engine === 'postgres') return adviseOnServer(storageFaultOf(error), name);
  switch (storageFaultOf(error)) {
    case 'full':
      return `The disk of the database ${name} is full: free some space and start again.`;
    case 'busy':
      return `Another program has locked the database ${name}: stop it and start again.`;
    case 'read-only':
      return `The database ${name} cannot be written: give this user write access to the file and its folder, and start again.`;
    case 'damaged':
      return `The database ${name} is damaged: restore a backup, remove ${name}-wal and ${name}-shm, and start again.`;
    case 'too-many-files':
      return `The database ${name} cannot be opened: give this user read and write access to the file and its folder, and start again.`;
    case 'blobs-unreachable':
      return BLOBS_ADVICE;
    case 'unreachable':
    case undefined:
      return undefined;
  }
}

function adviseOnServer(fault: StorageFault | undefined, name: string): string | undefined {
  switch (fault) {
    case 'full':
      return `The disk of the database server of ${name} is full: free some space and start again.`;
    case 'busy':
      return `The database ${name} is locked or has no connection left: end what holds it and start again.`;
    case 'read-only':
      return `The database ${name} cannot be written: give its user all rights on the schema, connect to the primary server, and start again.`;
    case 'damaged':
      return `The database ${name} is damaged: restore a backup.`;
    case 'unreachable':
      return `The database ${name} cannot be reached: start its server, check the address, the name and the password in DATABASE_URL, and start again.`;
    case 'blobs-unreachable':
      return BLOBS_ADVICE;
    case 'too-many-files':
    case undefined:
      return undefined;
  }
}

/** What may be wrong with the place where data lies, other than a mistake of the program. */
export type StorageFault =
  /** The disk has no room. */
  | 'full'
  /** Another process holds the database. */
  | 'busy'
  /** The file or its disk takes no writes. */
  | 'read-only'
  /** The file is no database any more, or a part of it is not. */
  | 'damaged'
  /** The process may not open any more files or connections. */
  | 'too-many-files';

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
]);

/** Says what is wrong with the storage by the code of an error of the database engine or of the system; undefined for any other error. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // The engine says more of some faults: SQLITE_BUSY_SNAPSHOT is SQLITE_BUSY.
  const code = /^SQLITE_[A-Z]+/.exec(String(error.code))?.[0] ?? error.code;
  return FAULTS.get(code);
}

/** Waits for a write that is only a note beside a read: a storage that takes no writes does not fail the read. @throws every other error */
export async function noteIfPossible(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (storageFaultOf(error) === undefined) throw error;
  }
}

/** Tells in one sentence what to do when a server cannot start or write for what is wrong with its database file; undefined for any other error. */
export function adviseOnStorage(error: unknown, databaseFile: string): string | undefined {
  switch (storageFaultOf(error)) {
    case 'full':
      return `There is no room for the database ${databaseFile}: make some and start again.`;
    case 'busy':
      return `Another program holds the database ${databaseFile}: end it and start again.`;
    case 'read-only':
      return `The database ${databaseFile} cannot be written: let this user write the file and its folder, and start again.`;
    case 'damaged':
      return `The database ${databaseFile} is damaged: put a backup in its place, remove ${databaseFile}-wal and ${databaseFile}-shm, and start again.`;
    case 'too-many-files':
      return `The database ${databaseFile} cannot be opened: let this user read and write the file and its folder, and start again.`;
    case undefined:
      return undefined;
  }
}

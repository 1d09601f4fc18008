/** Codes of the database engine and of the system that say that the disk has no room. */
const FULL: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** Whether something failed because the disk is full: nothing was written, and it may succeed when somebody has made room. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL.has(error.code);

/** Bytes of a stored image and a tag of exactly these bytes, for `ETag`. */
export interface Blob {
  readonly bytes: Buffer;
  readonly tag: string;
}

/**
 * The storage port of image bytes. Paths are relative, with `/` between segments, such as `PCProducts/12/preview/1.webp`. Calls reject with
 * a storage fault (`storage-fault.ts`) when the store is full or cannot be reached, so a failed read is never taken for a missing blob.
 */
export interface BlobStore {
  /**
   * Replaces the bytes of a path; a reader sees the old ones or the new ones, never a part. With `isDurable`, the new ones survive a power
   * cut once this resolves.
   * @throws RangeError when the path is not plain
   */
  put(path: string, bytes: Uint8Array, options?: { readonly isDurable?: boolean }): Promise<void>;
  /** Returns undefined only when the path does not exist. */
  find(path: string): Promise<Blob | undefined>;
  /** Does nothing when the path does not exist. @throws RangeError when the path is not plain */
  delete(path: string): Promise<void>;
  /** Deletes what is at a path, a blob or a folder with everything below it. @throws RangeError when the path is not plain */
  deleteFolder(path: string): Promise<void>;
  /**
   * Lists the files and folders in a folder by pages of limited length, in no particular order; no page when the folder does not exist. What
   * was listed may be deleted meanwhile. @throws RangeError when the path is not plain
   */
  listPages(folder: string): AsyncIterable<readonly string[]>;
  /** Deletes the remains of writes below a folder that were interrupted before a time in ms. */
  deleteUnfinished(folder: string, beforeMs: number): Promise<void>;
}

/** Names in a page of a list. */
export const PAGE_NAMES = 500;

const PLAIN_PATH = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;

/** Returns whether a path has plain segments only: none is empty or starts with a dot, so no path leaves the store. */
export const isPlainBlobPath = (path: string): boolean => path.length <= 300 && PLAIN_PATH.test(path);

/** @throws RangeError when a path is not plain */
export function requirePlainPath(path: string): void {
  if (!isPlainBlobPath(path)) throw new RangeError('blob path has segments that are not plain');
}

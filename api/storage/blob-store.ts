/** Bytes of a stored image and a tag of exactly these bytes, for `ETag`. */
export interface Blob {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** The storage port of image bytes. Paths are relative, with `/` between segments, such as `PCProducts/12/preview/1.webp`. */
export interface BlobStore {
  /**
   * Replaces the bytes of a path; a reader sees the old ones or the new ones, never a part. With `isDurable` they survive a power cut once
   * this resolves.
   * @throws RangeError when the path is not plain
   */
  put(path: string, bytes: Uint8Array, options?: { readonly isDurable?: boolean }): Promise<void>;
  find(path: string): Promise<Blob | undefined>;
  /** Does nothing when the path does not exist. */
  delete(path: string): Promise<void>;
  /** Deletes a folder with everything below it, including unfinished writes. */
  deleteFolder(path: string): Promise<void>;
  /** Lists the files and folders in a folder; none when it does not exist. */
  listNames(folder: string): Promise<string[]>;
  /** Deletes the remains of writes below a folder that were interrupted before a time in ms. */
  deleteUnfinished(folder: string, beforeMs: number): Promise<void>;
}

const PLAIN_PATH = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;

/** Returns whether a path has plain segments only: none is empty or starts with a dot, so no path leaves the store. */
export const isPlainBlobPath = (path: string): boolean => path.length <= 300 && PLAIN_PATH.test(path);

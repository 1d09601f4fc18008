/** Bytes of a stored picture and a name of exactly these bytes, for `ETag`. */
export interface Blob {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** Port of picture bytes; paths are relative, with `/` between segments, such as `PCProducts/12/preview/1.webp`. */
export interface BlobStore {
  /**
   * A reader sees the old bytes or the new ones, never a part. `isDurable`: the bytes survive a power cut once this is done.
   * @throws RangeError for a path that is not plain
   */
  put(path: string, bytes: Uint8Array, options?: { readonly isDurable?: boolean }): Promise<void>;
  find(path: string): Promise<Blob | undefined>;
  /** Deleting what is not there is fine. */
  delete(path: string): Promise<void>;
  /** Deletes a folder with everything below it, what was never finished too. */
  deleteFolder(path: string): Promise<void>;
  /** Names of the files and folders in a folder; none if there is no such folder. */
  listNames(folder: string): Promise<string[]>;
  /** Deletes what writes below a folder left that were cut off before a time in ms. */
  deleteUnfinished(folder: string, beforeMs: number): Promise<void>;
}

const PLAIN_PATH = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;

/** Whether a path has plain segments only: no dots in front, no empty ones, nothing that leaves the store. */
export const isPlainBlobPath = (path: string): boolean => path.length <= 300 && PLAIN_PATH.test(path);

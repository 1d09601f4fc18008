import type { SnapshotBlockTable } from '../../../storage/schema/catalog.ts';
import type { BuiltBlock } from '../snapshot-build.ts';

/** A block as it is sent: its bytes, and the same compressed with brotli; `brotli` is null when the bytes are compressed already. */
export type StoredBlock = Pick<SnapshotBlockTable, 'bytes' | 'brotli'>;

/**
 * The storage port of the blocks of snapshots, whose names are the hashes of their bytes. With every engine, rows say which blocks there are,
 * with their source and age (`snapshot.repository.ts`); an engine decides where the bytes are.
 */
export interface BlockStore {
  /** Whether finding a block waits for another machine, rather than taking time of this one's processor. */
  readonly isElsewhere: boolean;
  /** Stores a block that a snapshot is about to name; the block may be stored already. */
  put(block: BuiltBlock, nowMs: number): Promise<void>;
  /**
   * Returns undefined when there is no such block, or when its bytes in a bucket are damaged.
   * @throws BlobStoreError when the bytes are elsewhere and cannot be read now
   */
  find(hash: string): Promise<StoredBlock | undefined>;
  /** Replaces the compressed form of a block by the best possible one. */
  refine(hash: string, brotli: Uint8Array): Promise<void>;
  /**
   * Makes rows and bytes agree, and deletes the bytes of blocks without a row. Must not run during a build. Once `signal` is aborted,
   * it deletes nothing more.
   */
  tidy(nowMs: number, signal?: AbortSignal): Promise<void>;
  /** Ends background work. */
  stop(): Promise<void>;
}

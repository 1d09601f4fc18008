import type { SnapshotBlockTable } from '../../../storage/schema/catalog.ts';
import type { BuiltBlock } from '../snapshot-build.ts';

/** A block as it is sent: its bytes, and the same with brotli; null when the bytes are compressed already. */
export type StoredBlock = Pick<SnapshotBlockTable, 'bytes' | 'brotli'>;

/**
 * The storage port of the blocks of snapshots, whose names are the hashes of their bytes. What there is, by source and by age, is in rows
 * with every engine (`snapshot.repository.ts`); an engine decides where the bytes are.
 */
export interface BlockStore {
  /** Whether finding a block waits for another machine, rather than taking time of this one's processor. */
  readonly isElsewhere: boolean;
  /** Stores a block that a snapshot is about to name; does nothing when it is stored. */
  put(block: BuiltBlock, nowMs: number): Promise<void>;
  /** Returns undefined when there is no such block, or when its bytes are damaged. @throws BlobStoreError when the bytes are elsewhere and cannot be read now */
  find(hash: string): Promise<StoredBlock | undefined>;
  /** Replaces the compressed form of a block, which can be compressed no better. */
  refine(hash: string, brotli: Uint8Array): Promise<void>;
  /**
   * Makes rows and bytes agree, and deletes the bytes of blocks without a row. Must not run during a build: it deletes nothing more once
   * `signal` is aborted.
   */
  tidy(nowMs: number, signal?: AbortSignal): Promise<void>;
  /** Ends what runs in the background. */
  stop(): Promise<void>;
}

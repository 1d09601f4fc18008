import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ShopKey } from '#contract/shops.ts';
import { createSlots } from '../../../jobs/slots.ts';
import type { BlobStore } from '../../../storage/blobs/blob-store.ts';
import type { Database } from '../../../storage/database.ts';
import { deleteUnnamedBucketBlocks, findBlock } from '../snapshot.repository.ts';
import type { BlockStore, StoredBlock } from './block-store.ts';
import {
  adoptRowBlock,
  findBucketBlock,
  findRowBlock,
  forgetBlocks,
  listBucketBlocks,
  listKnownObjects,
  markBucketBlockRefined,
  storeBucketBlock,
  storeFoundObject,
} from './bucket-block.repository.ts';

/** Folder of the objects. */
export const BLOCKS_FOLDER = 'blocks';
const DAY_MS = 86_400_000;
/** How long a block that no snapshot names is kept: another node may be building a snapshot that will name it. */
export const KEEP_UNNAMED_MS = DAY_MS;
/** Minimum age of the rows that are compared with the list of objects. */
const SETTLED_MS = 3_600_000;
const READS_AT_ONCE = 8;
/** Shortest time between two searches for missing blocks. */
const SEARCH_EVERY_MS = 60_000;

/** Other names in the folder are not ours. */
const HASH = /^[\da-f]{64}$/;

const unpack = promisify(brotliDecompress);
/** On a thread of the pool. */
const sha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
const toPath = (hash: string): string => `${BLOCKS_FOLDER}/${hash}`;

export interface BucketBlockStoreOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly now: () => number;
  /** Called when blocks are missing in the bucket, with the shops whose snapshots must be built anew. */
  readonly onLost: (shops: readonly ShopKey[], blocks: number) => Promise<void>;
  /** Called when looking for missing blocks has failed; the next read of one tries again. */
  readonly onSearchFailed: (error: unknown) => void;
}

/**
 * Keeps the bytes of blocks as objects `blocks/{hash}`, in the form in which most of them are sent: compressed. An object is stored before
 * its row. A shop that has just got its bucket still has blocks in rows: they are served from the rows, and moved by `tidy`.
 */
export function createBucketBlockStore({
  database,
  blobs,
  now,
  onLost,
  onSearchFailed,
}: BucketBlockStoreOptions): BlockStore {
  const { reader, writer } = database;
  let searchedAtMs = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();
  /** Searches that run beside reads. */
  const searches = new Set<Promise<void>>();
  /** Blocks with damaged bytes whose rows are being deleted. */
  const damaged = new Set<string>();

  const searchInBackground = (search: () => Promise<void>): void => {
    if (stopping.signal.aborted) return;
    const ended = search()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onSearchFailed(error);
      })
      .finally(() => searches.delete(ended));
    searches.add(ended);
  };

  const forget = async (hashes: readonly string[]): Promise<void> => {
    const shops = await writer.transaction().execute((trx) => forgetBlocks(trx, hashes));
    if (shops.length > 0) await onLost(shops, hashes.length);
  };

  const putObject = (hash: string, { bytes, brotli }: StoredBlock): Promise<void> =>
    blobs.put(toPath(hash), brotli ?? bytes, { isDurable: true });

  /** Reads an object; null when its bytes are not those of the block. */
  const readObject = async (hash: string): Promise<StoredBlock | null | undefined> => {
    const row = await findBucketBlock(reader, hash);
    const object = row && (await blobs.find(toPath(hash)));
    if (!row || !object) return undefined;
    const packed = object.bytes;
    const isPacked = row.is_packed === 1;
    const bytes = isPacked ? packed : await unpack(packed, { maxOutputLength: row.size }).catch(() => undefined);
    if (!bytes || (await sha256(bytes)) !== hash) return null;
    return { bytes, brotli: isPacked ? null : packed };
  };

  const findObject = async (hash: string): Promise<StoredBlock | undefined> => {
    const block = await readObject(hash);
    if (block === null && !damaged.has(hash)) {
      damaged.add(hash);
      // The object is read again: the block may have been built anew meanwhile.
      const forgetDamaged = async (): Promise<void> => {
        if ((await readObject(hash)) === null) await forget([hash]);
      };
      searchInBackground(() => forgetDamaged().finally(() => damaged.delete(hash)));
    }
    return block ?? undefined;
  };

  // Looks for the object a second time, because a block may be moved between the first two look-ups.
  const find = async (hash: string): Promise<StoredBlock | undefined> =>
    (await findObject(hash)) ?? (await findBlock(reader, hash)) ?? (await findObject(hash));

  /** Moves all blocks from rows into objects, one after the other. */
  const adoptAll = async (nowMs: number): Promise<void> => {
    for (let hash = await findRowBlock(reader); hash !== undefined; hash = await findRowBlock(reader)) {
      const block = await findBlock(reader, hash);
      if (block) await putObject(hash, block);
      await adoptRowBlock(database, hash, nowMs);
    }
  };

  /** Compares objects with rows, page by page. Objects without a row get one, and are deleted together with it a day later. */
  const compare = async (nowMs: number, suspect?: string): Promise<void> => {
    const { signal } = stopping;
    const unseen = new Set(await listBucketBlocks(reader, nowMs - SETTLED_MS));
    if (suspect !== undefined) unseen.add(suspect);
    for await (const names of blobs.listPages(BLOCKS_FOLDER)) {
      if (signal.aborted) return;
      const page = names.filter((name) => HASH.test(name));
      const known = await listKnownObjects(reader, page);
      for (const hash of page) {
        unseen.delete(hash);
        if (!known.has(hash)) await storeFoundObject(writer, hash, nowMs);
      }
    }
    const inTurn = createSlots(READS_AT_ONCE);
    // Not every store lists an object as soon as it is there.
    const found = await Promise.all(
      [...unseen].map((hash) => inTurn(async () => ((await blobs.find(toPath(hash))) ? [] : [hash]))),
    );
    const lost = found.flat();
    if (lost.length > 0) await forget(lost);
  };

  return {
    isElsewhere: true,

    async put(block, nowMs) {
      await putObject(block.hash, block);
      await storeBucketBlock(writer, {
        hash: block.hash,
        source_hash: block.source_hash,
        size: block.bytes.length,
        is_packed: block.brotli === null ? 1 : 0,
        quick_since: block.isQuick ? nowMs : null,
        stored_at: nowMs,
      });
    },

    async find(hash) {
      const block = await find(hash);
      if (block || performance.now() < searchedAtMs + SEARCH_EVERY_MS) return block;
      // The row has no object, as after the bucket was replaced by another one or an older backup: more blocks may be missing.
      if (damaged.has(hash) || !(await findBucketBlock(reader, hash))) return undefined;
      searchedAtMs = performance.now();
      // In the background, because the search lists the whole bucket.
      searchInBackground(() => compare(now(), hash));
      return undefined;
    },

    async refine(hash, brotli) {
      if (!(await findBucketBlock(reader, hash))) return;
      // The same block in fewer bytes, so that it does not matter which of the two a reader gets.
      await blobs.put(toPath(hash), brotli, { isDurable: true });
      await markBucketBlockRefined(writer, hash);
    },

    async tidy(nowMs, signal) {
      await adoptAll(nowMs);
      await compare(nowMs);
      const unnamed = await writer
        .transaction()
        .execute((trx) => deleteUnnamedBucketBlocks(trx, nowMs - KEEP_UNNAMED_MS));
      for (const hash of unnamed) {
        // Objects that stay are found by a later comparison.
        if (signal?.aborted) return;
        // Another node may have built it again.
        if ((await listKnownObjects(reader, [hash])).size === 0) await blobs.delete(toPath(hash));
      }
    },

    async stop() {
      stopping.abort();
      await Promise.all(searches);
    },
  };
}

import { ForeignReplyError } from '#contract/http/codec.ts';
import type { BlockEntry } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { matchesHash } from './block-integrity.ts';
import { StorageFullError } from '../store/catalog-store.ts';
import type { CatalogStore } from '../store/catalog-store.ts';

/** Blocks on the way at once: enough to fill a line, few enough that a kill wastes little. */
const PARALLEL_BLOCKS = 3;

export interface DownloadOptions {
  readonly client: ApiClient;
  readonly store: CatalogStore;
  readonly shop: ShopKey;
  readonly signal: AbortSignal;
  /** Asked before each block: what is no longer wanted is left for later. */
  readonly isWanted: (entry: BlockEntry) => boolean;
  /** Makes room by dropping something less needed than a block of this kind; false when there is nothing left to drop. */
  readonly freeSpace: (kind: BlockEntry['kind']) => Promise<boolean>;
  /** Called for each block in order of arrival, after it is stored (or could not be, for want of room). */
  readonly onBlock: (entry: BlockEntry, bytes: ArrayBuffer, isStored: boolean) => void;
}

/**
 * Fetches blocks in order, checks and stores each as it arrives, so that a killed download goes on where it was. Details start when
 * everything else is there: they neither slow down what lists need, nor take it along when one of them fails.
 * @throws UnreachableError, ForeignReplyError, SupersededError when a block cannot be had; those before it are kept
 */
export async function downloadBlocks(entries: readonly BlockEntry[], options: DownloadOptions): Promise<void> {
  await downloadTogether(
    entries.filter(({ kind }) => kind !== 'details'),
    options,
  );
  await downloadTogether(
    entries.filter(({ kind }) => kind === 'details'),
    options,
  );
}

async function downloadTogether(entries: readonly BlockEntry[], options: DownloadOptions): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const queue = entries.values();
  const work = async (): Promise<void> => {
    for (const entry of queue) {
      if (!options.isWanted(entry)) continue;
      const bytes = await fetchChecked(entry, options.client, signal);
      const isStored = await storeBlock(entry, bytes, options);
      signal.throwIfAborted();
      options.onBlock(entry, bytes, isStored);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_BLOCKS }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

/** A block whose bytes are those that its name promises; a damaged one is asked for once more. */
async function fetchChecked(entry: BlockEntry, client: ApiClient, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await client.fetchBlock(entry.hash, { signal, priority: 'low' });
    if (await matchesHash(bytes, entry.hash)) return bytes;
    if (attempt === 2) throw new ForeignReplyError(`Block ${entry.hash} arrives damaged`);
  }
}

async function storeBlock(entry: BlockEntry, bytes: ArrayBuffer, options: DownloadOptions): Promise<boolean> {
  for (;;) {
    try {
      await options.store.putBlock(options.shop, entry, bytes);
      return true;
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      if (!(await options.freeSpace(entry.kind))) return false;
    }
  }
}

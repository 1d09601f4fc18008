import { ForeignReplyError } from '#contract/http/codec.ts';
import type { BlockEntry } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { matchesHash } from './block-integrity.ts';
import { StorageFullError } from '../store/catalog-store.ts';
import type { CatalogStore } from '../store/catalog-store.ts';

/** Parallel downloads: enough to use the bandwidth, few enough that a kill wastes little. */
const PARALLEL_BLOCKS = 3;

export interface DownloadOptions {
  readonly client: ApiClient;
  readonly store: CatalogStore;
  readonly shop: ShopKey;
  readonly signal: AbortSignal;
  /** Called before each block: unwanted blocks are left for later. */
  readonly isWanted: (entry: BlockEntry) => boolean;
  /** Frees space by evicting data needed less than a block of this kind; returns false if there is nothing left to evict. */
  readonly freeSpace: (kind: BlockEntry['kind']) => Promise<boolean>;
  /** Called for each block in order of arrival, after it is stored (or not, on a full device). */
  readonly onBlock: (entry: BlockEntry, bytes: ArrayBuffer, isStored: boolean) => void;
}

/**
 * Fetches blocks in order, checks and stores each on arrival, so that a killed download resumes where it was. Details start after
 * everything else: they neither slow down what lists need, nor abort it when one of them fails. @throws UnreachableError,
 * ForeignReplyError, SupersededError when a block cannot be fetched; earlier blocks stay stored
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

/** Fetches a block whose bytes match its name; a damaged one is fetched once more. */
async function fetchChecked(entry: BlockEntry, client: ApiClient, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await client.fetchBlock(entry.hash, { signal, priority: 'low' });
    if (await matchesHash(bytes, entry.hash)) return bytes;
    if (attempt === 2) throw new ForeignReplyError(`block ${entry.hash} arrives damaged`);
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

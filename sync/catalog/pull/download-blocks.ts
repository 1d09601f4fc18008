import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { ForeignReplyError } from '#contract/http/codec.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { groupWrites } from '../../database/group-writes.ts';
import { StorageFullError } from '../store/catalog-store.ts';
import type { ArrivedBlock, CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { matchesHash } from './block-integrity.ts';
import { groupBlocks } from './group-blocks.ts';
import type { PullContext } from './pull-context.ts';

/** Parallel downloads: enough to use the bandwidth, few enough that a kill wastes little. */
const PARALLEL_BLOCKS = 3;

/** What a download may do with the device: it stores blocks and writes no record. */
export interface BlockDownloadContext extends Omit<PullContext, 'store' | 'catalog'> {
  readonly store: Pick<CatalogStore, 'write'>;
  /** The stored record whose snapshot the blocks belong to, or which their snapshot is about to replace. */
  readonly base: ShopRecord | undefined;
  readonly shop: ShopRecord['shop'];
}

/** Called for each block in order of arrival, after it is stored (or not, on a full device). */
export type OnBlock = (entry: NamedBlock, bytes: ArrayBuffer, isStored: boolean) => void;

/** Called for each block that matches its name, while it is being stored. Its result must not be shown before that. */
export type OnArrival = (entry: NamedBlock, bytes: ArrayBuffer) => void;

/**
 * Fetches blocks in order, checks and stores each on arrival, so that a killed download resumes where it was. Details start after
 * everything else: they neither slow down what lists need, nor abort it when one of them fails. @throws ApiError `not-found`,
 * UnreachableError, ForeignReplyError, SupersededError, StaleRecordError when a block cannot be fetched or stored; earlier blocks stay
 * stored
 */
export async function downloadBlocks(
  entries: readonly NamedBlock[],
  context: BlockDownloadContext,
  onBlock: OnBlock,
  onArrival: OnArrival = () => undefined,
): Promise<void> {
  const { progress } = context;
  const totalBytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  let receivedBytes = 0;
  if (entries.length > 0) progress.downloading(0, totalBytes);
  const receive: OnBlock = (entry, bytes, isStored) => {
    receivedBytes += entry.bytes;
    if (!isStored) progress.storageFull();
    onBlock(entry, bytes, isStored);
    progress.downloading(receivedBytes, totalBytes);
  };
  const isDetails = ({ kind }: NamedBlock): boolean => kind === 'details';
  await downloadParallel(
    entries.filter((entry) => !isDetails(entry)),
    context,
    { onBlock: receive, onArrival },
  );
  await downloadParallel(entries.filter(isDetails), context, { onBlock: receive, onArrival });
}

async function downloadParallel(
  entries: readonly NamedBlock[],
  context: BlockDownloadContext,
  { onBlock, onArrival }: { readonly onBlock: OnBlock; readonly onArrival: OnArrival },
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const isWanted = ({ kind }: NamedBlock): boolean =>
    kind !== 'details' || (context.keepsDetails() && !context.shouldYield());
  const store = groupWrites((blocks: readonly ArrivedBlock[]) => storeBlocks(blocks, context));
  const receive = async (entry: NamedBlock, bytes: ArrayBuffer): Promise<void> => {
    const storing = store({ hash: entry.hash, kind: entry.kind, bytes });
    onArrival(entry, bytes);
    const stored = await storing;
    signal.throwIfAborted();
    onBlock(entry, bytes, stored.has(entry.hash));
  };
  const queue = groupBlocks(entries).values();
  const work = async (): Promise<void> => {
    for (const group of queue) {
      const wanted = group.filter(isWanted);
      const arrived = wanted.length > 1 ? await fetchGroup(wanted, { context, signal, isWanted, receive }) : 0;
      for (const entry of wanted.slice(arrived))
        if (isWanted(entry)) await receive(entry, await fetchChecked(entry, context, signal));
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_BLOCKS }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

interface GroupTask {
  readonly context: BlockDownloadContext;
  readonly signal: AbortSignal;
  readonly isWanted: (entry: NamedBlock) => boolean;
  readonly receive: (entry: NamedBlock, bytes: ArrayBuffer) => Promise<void>;
}

/**
 * Fetches blocks in one request and receives each on arrival. Returns how many of them have arrived whole: the others are left to requests of
 * their own, after a damaged block, a reply that ends early, and by a server that does not know this call or lacks a block.
 */
async function fetchGroup(
  group: readonly NamedBlock[],
  { context, signal, isWanted, receive }: GroupTask,
): Promise<number> {
  let arrived = 0;
  const received: Promise<void>[] = [];
  const parts = context.client.fetchBlocks(group, { signal, priority: 'low' })[Symbol.asyncIterator]();
  try {
    for (; arrived < group.length; arrived++) {
      const entry = group[arrived] as NamedBlock;
      const part = isWanted(entry) ? await nextPart(parts) : undefined;
      if (!part || !(await matchesHash(part, entry.hash))) break;
      const receiving = receive(entry, part);
      // Of a failure the sum of all is told.
      receiving.catch(() => undefined);
      received.push(receiving);
    }
  } finally {
    await parts.return?.();
    await Promise.all(received);
  }
  return arrived;
}

/** Replies of a server that lacks a block, does not know the call, or does not serve as many blocks together. */
const UNKNOWN_CALL: ReadonlySet<ErrorCode> = new Set(['not-found', 'bad-request'] as const);

async function nextPart(parts: AsyncIterator<ArrayBuffer>): Promise<ArrayBuffer | undefined> {
  try {
    const { value, done } = await parts.next();
    return done ? undefined : value;
  } catch (error) {
    if (error instanceof ForeignReplyError || (error instanceof ApiError && UNKNOWN_CALL.has(error.code)))
      return undefined;
    throw error;
  }
}

/** Fetches a block whose bytes match its name; a damaged one is fetched once more. */
async function fetchChecked(
  entry: NamedBlock,
  { client }: BlockDownloadContext,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await client.fetchBlock(entry.hash, { signal, priority: 'low' });
    if (await matchesHash(bytes, entry.hash)) return bytes;
    if (attempt === 2) throw new ForeignReplyError(`block ${entry.hash} arrives damaged`);
  }
}

/** Stores blocks together, or as many as the device has room for; returns the hashes of those. */
async function storeBlocks(
  blocks: readonly ArrivedBlock[],
  context: BlockDownloadContext,
): Promise<ReadonlySet<string>> {
  const { store, shop, base } = context;
  const stored = new Set<string>();
  try {
    await store.write({ shop, base, blocks });
    for (const { hash } of blocks) stored.add(hash);
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    for (const block of blocks) if (await storeWithSpace(block, context)) stored.add(block.hash);
  }
  return stored;
}

/** Stores a block, freeing space for it as long as there is some to free; returns whether it is stored. */
async function storeWithSpace(
  block: ArrivedBlock,
  { store, shop, base, freeSpace }: BlockDownloadContext,
): Promise<boolean> {
  for (;;) {
    try {
      await store.write({ shop, base, blocks: [block] });
      return true;
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      if (!(await freeSpace(block.kind))) return false;
    }
  }
}

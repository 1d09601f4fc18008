import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { ForeignReplyError } from '#contract/http/codec.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { groupWrites } from '../../database/group-writes.ts';
import { StorageFullError } from '../../database/storage-errors.ts';
import type { ArrivedBlock, ShopRecord } from '../store/catalog-store.ts';
import { matchesHash } from './matches-hash.ts';
import { groupBlocks, isLater } from './plan-blocks.ts';
import type { PullContext } from './pull-context.ts';
import { writeWithSpace } from './shop-writer.ts';

/** Parallel downloads: enough to use the bandwidth, few enough that a kill wastes little. */
const PARALLEL_BLOCKS = 3;

export type OnBlock = (entry: NamedBlock, bytes: ArrayBuffer) => void;

export interface BlockReceivers {
  /** Called for each block that matches its name, while it is being stored. What it contains must not be shown before it is stored. */
  readonly onArrival?: OnBlock | undefined;
  /** Called for each block in order of arrival, once it is stored or (links, placeholders and details on a full device) left out. */
  readonly onBlock?: OnBlock;
  /** Called once all blocks of this kind are stored, or if there are none. */
  readonly onAll?: (kind: 'cards' | 'column') => void;
}

/**
 * Fetches blocks in order, checks and stores each on arrival, so that a killed download resumes where it was. Links, placeholders and details
 * wait for what lists need: they neither slow it down, nor abort it when one of them fails. @param base the stored record whose
 * snapshot the blocks belong to, or which their snapshot is about to replace @throws ApiError `not-found`, UnreachableError,
 * ForeignReplyError, SupersededError, StaleRecordError when a block cannot be fetched or stored; earlier blocks stay stored
 */
export async function downloadBlocks(
  entries: readonly NamedBlock[],
  context: PullContext,
  base: ShopRecord | undefined,
  { onArrival, onBlock, onAll }: BlockReceivers,
): Promise<void> {
  const totalBytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  let receivedBytes = 0;
  if (entries.length > 0) context.downloading(0, totalBytes);
  const receivers: BlockReceivers = {
    onArrival,
    onBlock: (entry, bytes) => {
      receivedBytes += entry.bytes;
      onBlock?.(entry, bytes);
      context.downloading(receivedBytes, totalBytes);
    },
  };
  const download = (isWanted: (entry: NamedBlock) => boolean): Promise<void> =>
    downloadParallel(entries.filter(isWanted), context, base, receivers);
  await download((entry) => !isLater(entry));
  onAll?.('cards');
  await download(({ kind }) => kind === 'column');
  onAll?.('column');
  await download(({ kind }) => kind === 'details');
}

async function downloadParallel(
  entries: readonly NamedBlock[],
  context: PullContext,
  base: ShopRecord | undefined,
  { onArrival, onBlock }: BlockReceivers,
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const isWanted = ({ kind }: NamedBlock): boolean =>
    kind !== 'details' || (context.keepsDetails() && !context.shouldYield());
  const store = groupWrites((blocks: readonly ArrivedBlock[]) => storeBlocks(blocks, context, base));
  const receive = async (entry: NamedBlock, bytes: ArrayBuffer): Promise<void> => {
    const storing = store({ hash: entry.hash, kind: entry.kind, bytes });
    onArrival?.(entry, bytes);
    await storing;
    signal.throwIfAborted();
    onBlock?.(entry, bytes);
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
  readonly context: PullContext;
  readonly signal: AbortSignal;
  readonly isWanted: (entry: NamedBlock) => boolean;
  readonly receive: (entry: NamedBlock, bytes: ArrayBuffer) => Promise<void>;
}

/**
 * Fetches blocks in one request and receives each on arrival. Stops at a damaged block, when the reply ends early, and if the server does
 * not know this call or lacks a block. Returns how many blocks have arrived whole; the caller fetches the rest in separate requests.
 */
async function fetchGroup(
  group: readonly NamedBlock[],
  { context, signal, isWanted, receive }: GroupTask,
): Promise<number> {
  let arrived = 0;
  const received: Promise<void>[] = [];
  const { client, prefetch } = context;
  const fetched = prefetch?.takeBlocks(group, { signal }) ?? client.fetchBlocks(group, { signal, priority: 'low' });
  const parts = fetched[Symbol.asyncIterator]();
  try {
    for (; arrived < group.length; arrived++) {
      const entry = group[arrived] as NamedBlock;
      const part = isWanted(entry) ? await nextPart(parts) : undefined;
      if (!part || !(await matchesHash(part, entry.hash))) break;
      const receiving = receive(entry, part);
      // `Promise.all` below reports a failure; until then it must not be an unhandled rejection.
      receiving.catch(() => undefined);
      received.push(receiving);
    }
  } finally {
    await parts.return?.();
    await Promise.all(received);
  }
  return arrived;
}

/** Replies of a server that lacks a block, does not know the call, or does not serve so many blocks together. */
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
async function fetchChecked(entry: NamedBlock, { client }: PullContext, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await client.fetchBlock(entry.hash, { signal, priority: 'low' });
    if (await matchesHash(bytes, entry.hash)) return bytes;
    if (attempt === 2) throw new ForeignReplyError(`block ${entry.hash} arrives damaged`);
  }
}

/** Stores blocks together, or as many as the device has room for. */
async function storeBlocks(
  blocks: readonly ArrivedBlock[],
  context: PullContext,
  base: ShopRecord | undefined,
): Promise<void> {
  const { catalog } = context;
  try {
    await (await catalog.store()).write({ shop: catalog.shop, base, blocks });
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    for (const block of blocks) await writeWithSpace({ base, blocks: [block] }, context, block.kind);
  }
}

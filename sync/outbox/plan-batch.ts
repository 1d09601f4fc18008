import { MAX_PUSH_BYTES, MAX_PUSH_OPERATIONS } from '#contract/limits.ts';
import type { Mutation, Operation } from '#contract/mutations.ts';
import type { OutboxRecord } from './outbox-record.ts';

/** Size of a push without its operations, rounded up. */
const ENVELOPE_BYTES = 1_000;

export interface BatchLimits {
  /** Whether the server has deferred the key of an operation. */
  readonly isDeferred: (mutation: Mutation) => boolean;
  readonly maxOperations: number;
}

/** Plans the next operations to send, oldest first, as many as one push may contain. */
export function planBatch(waiting: readonly OutboxRecord[], limits: BatchLimits): Operation[] {
  const batch: Operation[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const { op, mutation } of waiting) {
    if (limits.isDeferred(mutation)) continue;
    const operation = { op, name: mutation.name, args: mutation.args };
    bytes += new TextEncoder().encode(JSON.stringify(operation)).length + 1;
    const isFull = batch.length >= Math.min(limits.maxOperations, MAX_PUSH_OPERATIONS) || bytes > MAX_PUSH_BYTES;
    if (isFull && batch.length > 0) break;
    batch.push(operation);
  }
  return batch;
}

import type { Transaction } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import { countOutboxesSince, deleteExcessResults, insertOutbox } from '../idempotency/idempotency.repository.ts';
import type { OutboxKey } from '../idempotency/idempotency.repository.ts';
import type { Schema } from '../storage/schema.ts';

/** Most results of operations of one user that the server stores, acknowledged or not; the newest stay. */
export const MAX_OPERATION_RESULTS = 20_000;
/** Most outboxes that one user begins in these days: one for each sign-in on a device that changes something. */
export const MAX_NEW_OUTBOXES = 1_000;
export const NEW_OUTBOXES_DAYS = 30;

const WINDOW_MS = NEW_OUTBOXES_DAYS * 86_400_000;
/** Results above the limit that are deleted at once: finding the oldest for each push would cost more than storing them. */
const EXCESS_RESULTS = MAX_OPERATION_RESULTS / 10;

/** Begins an outbox with its first operation. @throws ApiError too-many-outboxes: ids that a user makes up must not fill the disk */
export async function beginOutbox(trx: Transaction<Schema>, outbox: OutboxKey, nowMs: number): Promise<void> {
  const begun = await countOutboxesSince(trx, outbox.owner, nowMs - WINDOW_MS);
  if (begun >= MAX_NEW_OUTBOXES) throw new ApiError('too-many-outboxes');
  await insertOutbox(trx, outbox, nowMs);
}

/** Deletes a user's oldest results beyond the limit: those of abandoned devices are never acknowledged. */
export const limitResults = (trx: Transaction<Schema>, owner: string): Promise<void> =>
  deleteExcessResults(trx, owner, {
    kept: MAX_OPERATION_RESULTS,
    most: MAX_OPERATION_RESULTS + EXCESS_RESULTS,
  });

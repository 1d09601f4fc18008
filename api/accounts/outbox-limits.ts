import type { Transaction } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import { countOutboxesSince, deleteExcessResults, insertOutbox } from '../idempotency/idempotency.repository.ts';
import type { OutboxKey } from '../idempotency/idempotency.repository.ts';
import type { Schema } from '../storage/schema.ts';

/** Number of a user's newest operation results that stay when the oldest are deleted, acknowledged or not; see EXCESS_RESULTS. */
export const MAX_OPERATION_RESULTS = 20_000;
/** Maximum number of outboxes that one user may begin in NEW_OUTBOXES_DAYS: each sign-in on a device that changes something begins one. */
export const MAX_NEW_OUTBOXES = 1_000;
export const NEW_OUTBOXES_DAYS = 30;

const WINDOW_MS = NEW_OUTBOXES_DAYS * 86_400_000;
/** Number of results above the limit that are deleted together: finding the oldest one at each push would cost more than storing more of them. */
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

import type { WriteUnit } from '../storage/write-unit.ts';
import { ADMINISTRATORS, expiryOf, findResult, hashRequest, storeResult } from './idempotency.repository.ts';

/** An administrator's call that takes effect once per key; a call without a key is not deduplicated. */
export interface KeyedCall {
  readonly key: string | undefined;
  readonly request: unknown;
  /** Whether the key may be forgotten after `IDEMPOTENCY_DAYS`; a key that an outbox may send again at any later time must be kept. */
  readonly expires?: boolean;
}

/** Runs a change within a unit once per key; returns its result, or the stored one of the first call. @throws ApiError idempotency-conflict */
export type OncePerKey = <T extends number | readonly unknown[]>(
  unit: WriteUnit,
  call: KeyedCall,
  change: () => Promise<T>,
) => Promise<T>;

/** `now` returns the time in ms. */
export const createOncePerKey =
  (now: () => number): OncePerKey =>
  async ({ trx }, { key, request, expires = false }, change) => {
    if (key === undefined) return change();
    const name = { owner: ADMINISTRATORS, key };
    const request_hash = hashRequest(request);
    const known = await findResult(trx, name, request_hash);
    if (known !== undefined) return JSON.parse(known) as Awaited<ReturnType<typeof change>>;
    const result = await change();
    const created_at = now();
    const expires_at = expires ? expiryOf(created_at) : null;
    await storeResult(trx, { ...name, request_hash, result: JSON.stringify(result), created_at, expires_at });
    return result;
  };

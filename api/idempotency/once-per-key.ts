import type { WriteUnit } from '../storage/write-unit.ts';
import { ADMINISTRATORS, findRemembered, hashRequest, remember } from './idempotency.repository.ts';

/** A call of an administrator that must have its effect once: under a key, if it has one, for what it asks for. */
export interface KeyedCall {
  readonly key: string | undefined;
  readonly request: unknown;
}

/** Runs a change within a unit once for each key of administrators; gives its result, or what it gave the first time. @throws ApiError idempotency-conflict */
export type OncePerKey = <T extends number | readonly unknown[]>(
  unit: WriteUnit,
  call: KeyedCall,
  change: () => Promise<T>,
) => Promise<T>;

/** `now` gives the time in ms. */
export const createOncePerKey =
  (now: () => number): OncePerKey =>
  async ({ trx }, { key, request }, change) => {
    if (key === undefined) return change();
    const name = { owner: ADMINISTRATORS, key };
    const request_hash = hashRequest(request);
    const known = await findRemembered(trx, name, request_hash);
    if (known !== undefined) return JSON.parse(known) as Awaited<ReturnType<typeof change>>;
    const result = await change();
    await remember(trx, { ...name, request_hash, result: JSON.stringify(result), created_at: now() });
    return result;
  };

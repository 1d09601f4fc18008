import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { read, write } from '#pwa/platform/storage/device-storage.ts';
import { isObject, isWhole, parseJson } from '#pwa/platform/storage/parse-versioned.ts';

const KEY = 'wanted-item';
/** An item older than this is dropped: another person may use the device by then. */
const MAX_AGE_MS = 60 * 60_000;

/** The item that a signed-out visitor added to the cart. */
export interface PendingCartItem {
  readonly product_id: number;
  readonly condition: ConditionKey;
}

/** Stores the item until a user signs in; a newer one replaces it. */
export const storePendingCartItem = ({ product_id, condition }: PendingCartItem): void =>
  write(KEY, JSON.stringify({ product_id, condition, wantedAtMs: Date.now() }));

export const clearPendingCartItem = (): void => write(KEY, '');

/** Returns the pending item; undefined when there is none, or when it is malformed or too old. */
export function readPendingCartItem(): PendingCartItem | undefined {
  const stored = parseJson(read(KEY));
  if (!isObject(stored)) return undefined;
  const { product_id, condition, wantedAtMs } = stored;
  const known = CONDITION_KEYS.find((key) => key === condition);
  if (!isWhole(product_id, 1, MAX_PRODUCT_ID) || !known || typeof wantedAtMs !== 'number') return undefined;
  return Math.abs(Date.now() - wantedAtMs) < MAX_AGE_MS ? { product_id, condition: known } : undefined;
}

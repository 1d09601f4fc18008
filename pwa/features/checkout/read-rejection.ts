import type { Cents } from '#contract/money/money.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { MAX_CENTS, toCents } from '#contract/money/money.ts';

/** Reads the new total from the details of a `price-changed` error; undefined if they have no valid one. */
export function readTotal(current: unknown): Cents | undefined {
  const total = memberOf(current, 'total_amount');
  if (typeof total !== 'number') return undefined;
  const cents = toCents(total);
  return cents !== undefined && cents > 0 && cents <= MAX_CENTS * MAX_CART_QUANTITY ? cents : undefined;
}

/** Reads the available units from the details of an `out-of-stock` error; undefined if they have no valid number. */
export function readAvailable(current: unknown): number | undefined {
  const available = memberOf(current, 'available');
  return isCount(available) ? available : undefined;
}

/** How many units of a product a user's unpaid orders may hold, and how many they hold. */
export interface UnitLimit {
  readonly limit: number;
  readonly held: number;
}

/** Reads the limit from the details of a `too-many-units` error; undefined if they have no valid one. */
export function readUnitLimit(current: unknown): UnitLimit | undefined {
  const [limit, held] = [memberOf(current, 'limit'), memberOf(current, 'held')];
  return isCount(limit) && isCount(held) ? { limit, held } : undefined;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

import type { Cents } from '#contract/money.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { MAX_CENTS } from '#contract/money.ts';

/** Reads the new total from the details of a `price-changed` error; undefined if they have no valid one. */
export function readTotal(current: unknown): Cents | undefined {
  const total = memberOf(current, 'total_amount');
  if (typeof total !== 'number') return undefined;
  const cents = Math.round(total * 100);
  return cents > 0 && cents <= MAX_CENTS * MAX_CART_QUANTITY ? (cents as Cents) : undefined;
}

/** Reads the available units from the details of an `out-of-stock` error; undefined if they have no valid number. */
export function readAvailable(current: unknown): number | undefined {
  const available = memberOf(current, 'available');
  return Number.isInteger(available) && (available as number) >= 0 ? (available as number) : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

import { ApiError } from '#contract/http/errors.ts';
import { MAX_OPEN_ORDERS } from '#contract/limits.ts';

const HOUR_MS = 3_600_000;

/** What a user's orders withhold from other buyers. */
export interface BuyerHolds {
  /** Orders that hold stock, whatever their status. */
  readonly orders: number;
  /** Units of the wanted product, in any condition. */
  readonly units: number;
  /**
   * Time in ms at which an abandoned order was placed: the next purchase must wait until that order is an hour old. Undefined while fewer
   * than `MAX_ABANDONED_ORDERS` abandoned orders were placed within the last hour.
   */
  readonly abandonedAt: number | undefined;
}

export interface BuyerLimits {
  /** Maximum number of unpaid units of one product that a user may hold. */
  readonly maxUnpaidUnits: number;
  /** Time in ms. */
  readonly atMs: number;
}

/** Returns the time in ms since which abandoned orders count. */
export const abandonedSince = (atMs: number): number => atMs - HOUR_MS;

/**
 * Checks that one user cannot keep the stock from all others: neither by many orders, whatever their status, nor by many units, nor by
 * ordering and deleting, each of which changes the stock on every device.
 * @throws ApiError too-many-open-orders, too-many-units, too-many-abandoned-orders
 */
export function checkBuyerLimits(
  { orders, units, abandonedAt }: BuyerHolds,
  quantity: number,
  { maxUnpaidUnits, atMs }: BuyerLimits,
): void {
  if (orders >= MAX_OPEN_ORDERS) throw new ApiError('too-many-open-orders');
  if (units + quantity > maxUnpaidUnits) {
    throw new ApiError('too-many-units', undefined, { current: { limit: maxUnpaidUnits, held: units } });
  }
  if (abandonedAt === undefined) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((abandonedAt + HOUR_MS - atMs) / 1_000));
  throw new ApiError('too-many-abandoned-orders', undefined, { retryAfterSeconds });
}

import type { Transaction } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import { MAX_ABANDONED_ORDERS, MAX_OPEN_ORDERS } from '#contract/limits.ts';
import type { Schema } from '../storage/schema.ts';
import { countHeldOrders, findNthAbandoned, sumHeldUnits } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

const HOUR_MS = 3_600_000;

/** The units that a user wants to hold. */
export type WantedUnits = Pick<OrderRow, 'sub' | 'shop' | 'product_id' | 'life' | 'quantity'>;

export interface BuyerLimits {
  /** Most unpaid units of one product that a user holds. */
  readonly maxUnpaidUnits: number;
  /** Time in ms. */
  readonly atMs: number;
}

/**
 * Checks that one user cannot keep the stock from all others: neither by many orders, whatever their status, nor by many units, nor by
 * ordering and deleting, each of which changes the stock on every device.
 * @throws ApiError too-many-open-orders, too-many-units, too-many-abandoned-orders
 */
export async function checkBuyerLimits(
  trx: Transaction<Schema>,
  wanted: WantedUnits,
  { maxUnpaidUnits, atMs }: BuyerLimits,
): Promise<void> {
  if ((await countHeldOrders(trx, wanted.sub)) >= MAX_OPEN_ORDERS) throw new ApiError('too-many-open-orders');

  const held = await sumHeldUnits(trx, wanted);
  if (held + wanted.quantity > maxUnpaidUnits) {
    throw new ApiError('too-many-units', undefined, { current: { limit: maxUnpaidUnits, held } });
  }

  const oldest = await findNthAbandoned(trx, wanted.sub, atMs - HOUR_MS, MAX_ABANDONED_ORDERS);
  if (oldest) {
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest.created_at + HOUR_MS - atMs) / 1_000));
    throw new ApiError('too-many-abandoned-orders', undefined, { retryAfterSeconds });
  }
}

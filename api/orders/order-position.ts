import { ApiError } from '#contract/http/errors.ts';
import type { DataHistory, FeedScope } from '../storage/data-history.ts';
import { ACCOUNT_COUNTER, readClockPairs } from '../storage/history.repository.ts';

/** The feed of a user's orders. */
export const ordersScopeOf = (sub: string): FeedScope => ({ name: `orders/${sub}`, counter: ACCOUNT_COUNTER });

/**
 * Checks that the data includes the order changes that a buyer's device has seen. After a restore of older data it may not: the id of a
 * product may then mean another product, and the device must first repeat its operations. `position`: as `toOrdersPosition` writes it;
 * missing in calls of earlier versions of the app and of other programs.
 * @throws ApiError not-ready
 */
export async function requireKnownOrders(
  history: DataHistory,
  sub: string,
  position: string | readonly string[] | undefined,
): Promise<void> {
  if (typeof position !== 'string') return;
  const [claimed, seq, proof] = position.split(':');
  const isKnown = await history.read(async (trx, epoch) => {
    const { account: newest } = await readClockPairs(trx);
    const claim = { scope: ordersScopeOf(sub), seq: Number(seq), proof, newest };
    return history.includes(trx, epoch, { epoch: claimed, positions: [claim] });
  });
  if (!isKnown) throw new ApiError('not-ready', undefined, { retryAfterSeconds: 1 });
}

import type { CartLineView, UserData } from '#sync/api/account-api.ts';

/** Reads the lines of a user's cart, for live queries. */
export const readCart = (data: UserData): Promise<readonly CartLineView[]> => data.cart();

/** Reads the lines of a user's cart; null when the device has none and has never synced. */
export async function readKnownCart(data: UserData): Promise<readonly CartLineView[] | null> {
  const [lines, state] = await Promise.all([data.cart(), data.state()]);
  return lines.length === 0 && state.lastSyncedAtMs === null ? null : lines;
}

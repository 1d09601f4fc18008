import type { CartLineView, UserData } from '#sync/api/account-api.ts';

/** Reads the lines of a user's cart, for live queries. */
export const readCart = (data: UserData): Promise<readonly CartLineView[]> => data.cart();

/** Reads the lines of a user's cart; null when the device has none and has never synced. */
export async function readKnownCart(data: UserData): Promise<readonly CartLineView[] | null> {
  const lines = await data.cart();
  return lines.length === 0 && (await data.state()).lastSyncedAtMs === null ? null : lines;
}

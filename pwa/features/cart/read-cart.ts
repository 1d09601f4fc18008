import type { CartLineView, UserData } from '#sync/account/account-api.ts';

/** The lines of a user's cart, for live queries. */
export const readCart = (data: UserData): Promise<readonly CartLineView[]> => data.cart();

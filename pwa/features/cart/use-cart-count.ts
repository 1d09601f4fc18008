import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { countUnits } from './cart-entry.ts';

/** Returns the number of units in the signed-in user's cart, live; 0 until loaded. */
export const useCartCount = (): number => countUnits(useUserData((data) => data.cart()) ?? []);

import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { countUnits } from './cart-entry.ts';
import { readCart } from './read-cart.ts';

/** Units in the cart of whoever is signed in, live; 0 until they have been read. */
export const useCartCount = (): number => countUnits(useUserData(readCart) ?? []);

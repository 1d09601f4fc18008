import type { CartItem } from './cart.ts';

// A separate file without schemas, because the page imports it.

/** Returns the key of a line within one cart. */
export const cartKey = ({ product_id, condition }: CartItem): string => `${product_id}/${condition}`;

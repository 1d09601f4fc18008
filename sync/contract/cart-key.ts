import type { CartItem } from './cart.ts';

// In a file of its own without schemas: the page reads it.

/** Names a line within one cart. */
export const cartKey = ({ product_id, condition }: CartItem): string => `${product_id}/${condition}`;

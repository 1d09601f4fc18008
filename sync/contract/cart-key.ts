import type { CartItem } from './cart.ts';

/** Names a line within one cart. */
export const cartKey = ({ product_id, condition }: CartItem): string => `${product_id}/${condition}`;

import { CART_SHOP } from '#contract/cart-shop.ts';
import { goToProduct } from '../routing/router.ts';

/** Goes to an item of a cart, over the list of its shop. */
export const openCartProduct = (id: number): void => goToProduct(CART_SHOP, id);

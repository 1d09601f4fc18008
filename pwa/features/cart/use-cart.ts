/** What is in the cart of whoever is signed in. */
export interface Cart {
  readonly count: number;
}

const EMPTY_CART: Cart = { count: 0 };

/** The cart, live. It belongs to a signed-in user and is empty for a visitor; nobody can sign in yet. */
export const useCart = (): Cart => EMPTY_CART;

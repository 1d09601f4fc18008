import { expect, it, vi } from 'vitest';
import type { CartLineView, UserData } from '#sync/api/account-api.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { addItem, ensureInCart } from './add-item.ts';

const cardOf = (available: number): WireCard =>
  ({
    id: 7,
    life: 0,
    title: 'Lamp',
    imagecount: 0,
    image_version: 0,
    placeholder: '',
    excellent_quantity: 0,
    good_price_cents: 500,
    good_quantity: available,
  }) as WireCard;

const lines = (quantity: number): CartLineView[] =>
  quantity > 0 ? [{ product_id: 7, condition: 'good', quantity } as CartLineView] : [];

const dataWith = (quantity: number) => {
  let inCart = quantity;
  const enqueue = vi.fn<UserData['enqueue']>(async ({ args }) => {
    inCart += (args as { quantity: number }).quantity;
  });
  return { enqueue, cart: async () => lines(inCart) };
};

it.each([
  [0, 200, 'Item added to cart'],
  [98, 200, 'Item added to cart'],
  [99, 200, 'Your cart holds at most 99 of one item.'],
  [99, 99, 'All 99 are already in your cart.'],
  [3, 3, 'All 3 are already in your cart.'],
])('[CART1] a tap with %i of %i available units in the cart says: %s', async (inCart, available, message) => {
  const data = dataWith(inCart);
  expect(await addItem(data as unknown as UserData, cardOf(available), 'good')).toBe(message);
  expect(data.enqueue).toHaveBeenCalledTimes(inCart < Math.min(available, 99) ? 1 : 0);
});

it.each([
  [0, 200, undefined, 3],
  [0, 2, undefined, 2],
  [1, 200, undefined, 1],
  [0, 0, 'Sold out: Lamp', 0],
])(
  'buying 3 units again with %i in the cart and %i in stock reports %s and leaves %i in the cart, even after a second tap',
  async (...row) => {
    const [inCart, available, problem, left] = row;
    const data = dataWith(inCart) as unknown as UserData;
    for (let tap = 0; tap < 2; tap++) expect(await ensureInCart(data, cardOf(available), 'good', 3)).toBe(problem);
    expect(await data.cart()).toEqual(lines(left));
  },
);

import { describe, expect, test } from 'vitest';
import type { CartLineView } from '#sync/api/account-api.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { cartTotal, countStock, countUnits, entryTotal, hasNewPrice, isSoldOut, presentCart } from './cart-entry.ts';
import type { CartCards, CartEntry } from './cart-entry.ts';

const LINE: CartLineView = {
  product_id: 3,
  condition: 'good',
  store: 'Warehouse',
  quantity: 2,
  price: '10',
  price_seen: '10',
  title: 'Lamp as it was',
  available: 5,
  imagecount: 1,
  image_version: 1,
  placeholder: '',
  added_at: '2026-11-21T10:00:00.000Z',
  isWaiting: false,
};

const CARD = {
  id: 3,
  seq: 9,
  life: 0,
  title: 'Lamp',
  main_category: 'Light',
  category: 'Lamps',
  view_count: 0,
  imagecount: 4,
  image_version: 7,
  placeholder: 'xyz',
  excellent_price_cents: 2_000,
  excellent_quantity: 1,
  verygood_price_cents: 0,
  verygood_quantity: 0,
  good_price_cents: 1_050,
  good_quantity: 4,
  acceptable_price_cents: 0,
  acceptable_quantity: 0,
} as WireCard;

const known = (card: Partial<WireCard> = {}): CartCards => ({
  cards: [{ ...CARD, ...card } as WireCard],
  isComplete: true,
});

function present(line: Partial<CartLineView>, cards?: CartCards): CartEntry {
  const [entry] = presentCart([{ ...LINE, ...line }], cards);
  if (!entry) throw new Error('no entry');
  return entry;
}

describe('a cart entry', () => {
  test('[LIFE1] is gone when a later product has its id, even in an incomplete catalogue', () => {
    const entry = present({}, { ...known({ life: 40, title: 'Chair' }), isComplete: false });
    expect(entry).toMatchObject({ price: 0, available: 0, stock: 'gone', line: { title: 'Lamp as it was' } });
  });

  test('[LIFE1] shows the values of its line while the catalogue still has the earlier product', () => {
    expect(present({ life: 40, title: 'Chair' }, known())).toMatchObject({
      price: 1_000,
      available: 5,
      stock: 'enough',
      line: { title: 'Chair', imagecount: 1 },
    });
  });

  test('shows the values of its cart line until the catalogue on the device has answered', () => {
    const entry = present({});
    expect(entry).toMatchObject({ key: '3/good', price: 1_000, priceSeen: 1_000, available: 5, stock: 'enough' });
    expect(entry.line).toEqual(LINE);
  });

  test('has the price, stock, title and image of the catalogue, which is newer', () => {
    const entry = present({}, known());
    expect(entry).toMatchObject({ price: 1_050, priceSeen: 1_000, available: 4 });
    expect(entry.line).toMatchObject({
      title: 'Lamp',
      imagecount: 4,
      image_version: 7,
      placeholder: 'xyz',
      store: 'Warehouse',
    });
    expect(hasNewPrice(entry)).toBe(true);
    expect(hasNewPrice(present({ price_seen: '10.5' }, known()))).toBe(false);
  });

  test.each([
    { quantity: 4, good_quantity: 4, stock: 'enough' },
    { quantity: 5, good_quantity: 4, stock: 'few' },
    { quantity: 1, good_quantity: 0, stock: 'none' },
  ])(
    'has the stock level $stock with $quantity units in the cart and $good_quantity in stock',
    ({ quantity, good_quantity, stock }) => expect(present({ quantity }, known({ good_quantity })).stock).toBe(stock),
  );

  test('cannot be bought without a price', () => {
    const entry = present({}, known({ good_price_cents: 0 } as Partial<WireCard>));
    expect(entry.stock).toBe('none');
    expect(hasNewPrice(entry)).toBe(false);
  });

  test('is gone when it is missing from a complete catalogue, but not when the catalogue is incomplete', () => {
    expect(present({}, { cards: [], isComplete: true }).stock).toBe('gone');
    expect(present({}, { cards: [], isComplete: false }).stock).toBe('enough');
  });
});

describe('the total of a cart', () => {
  test('is the exact sum of the entries that can be bought', () => {
    const entries = presentCart(
      [LINE, { ...LINE, condition: 'excellent', quantity: 1 }, { ...LINE, condition: 'acceptable', quantity: 9 }],
      known(),
    );
    expect(entries.map(entryTotal)).toEqual([2_100, 2_000, 0]);
    expect(entries.map(isSoldOut)).toEqual([false, false, true]);
    expect(cartTotal(entries)).toBe(4_100);
    expect(cartTotal([])).toBe(0);
  });

  test('of 0.1 and 0.2 is 0.3', () => {
    const entries = presentCart(
      [
        { ...LINE, quantity: 1, price: '0.1' },
        { ...LINE, product_id: 4, quantity: 1, price: '0.2' },
      ],
      undefined,
    );
    expect(cartTotal(entries)).toBe(30);
  });
});

test('the badge counts units, not lines', () => {
  expect(countUnits([LINE, LINE])).toBe(4);
  expect(countUnits([])).toBe(0);
});

test('the stock of an item is the sum over all conditions', () => {
  expect(countStock(CARD)).toBe(5);
});

import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/order.ts';
import { addressKey, addressLine, listAddresses } from './list-addresses.ts';

const HOME = {
  contact_name: 'Alice',
  address: 'Lime Street 1, Flat 7',
  postal_code: '11011',
  city: 'Berlin',
  email: 'a@b.test',
};
const WORK = { ...HOME, address: 'Lime Street 2' };

const placed = (day: number, address: Partial<Order>): Order =>
  ({ created_at: `2026-11-0${day}T00:00:00.000Z`, country: 'DE', phone: '', state_prov: '', ...address }) as Order;

test('addresses of orders are offered, the newest first, each once', () => {
  const orders = [placed(1, HOME), placed(3, HOME), placed(4, WORK), placed(2, { ...HOME, city: 'Bonn' })];
  expect(listAddresses(orders).map(addressLine)).toEqual([
    'Alice, Lime Street 2, 11011 Berlin',
    'Alice, Lime Street 1, Flat 7, 11011 Berlin',
    'Alice, Lime Street 1, Flat 7, 11011 Bonn',
  ]);
});

test('an order without an address, or with a country that is none, offers no wrong one', () => {
  expect(listAddresses([placed(1, {}), placed(2, { address: '' })])).toEqual([]);
  expect(listAddresses([placed(1, { ...HOME, country: 'Utopia' })])).toMatchObject([{ country: '' }]);
});

test('an address is the same in one line or in two', () => {
  const [home] = listAddresses([placed(1, HOME)]);
  if (!home) throw new Error('no address');
  expect(addressKey({ ...home, address: 'Lime street 1', address_line2: 'Flat 7' })).toBe(addressKey(home));
});

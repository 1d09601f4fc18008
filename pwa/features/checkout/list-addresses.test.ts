import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/order.ts';
import { addressLine, listAddresses } from './list-addresses.ts';

const HOME = {
  contact_name: 'Alice',
  address: 'Lime Street 1, Flat 7',
  postal_code: '11011',
  city: 'Berlin',
  email: 'a@b.test',
};
const WORK = { ...HOME, address: 'Lime Street 2' };

const placed = (address: Partial<Order>): Order => ({ country: 'DE', phone: '', state_prov: '', ...address }) as Order;

test('each address is offered once, in the sequence of the orders', () => {
  const orders = [placed(WORK), placed(HOME), placed({ ...HOME, city: 'Bonn' }), placed({ ...HOME, city: ' BERLIN' })];
  expect(listAddresses(orders).map(addressLine)).toEqual([
    'Alice, Lime Street 2, 11011 Berlin',
    'Alice, Lime Street 1, Flat 7, 11011 Berlin',
    'Alice, Lime Street 1, Flat 7, 11011 Bonn',
  ]);
});

test('an order without an address is left out; an unknown country is left empty', () => {
  expect(listAddresses([placed({}), placed({ address: '' })])).toEqual([]);
  expect(listAddresses([placed({ ...HOME, country: 'Utopia' })])).toMatchObject([{ country: '' }]);
});

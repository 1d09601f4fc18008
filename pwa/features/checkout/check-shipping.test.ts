import { describe, expect, test } from 'vitest';
import { shippingSchema } from '#contract/order.ts';
import { checkShipping, tidyShipping } from './check-shipping.ts';
import { EMPTY_SHIPPING, SHIPPING_NAMES } from './shipping-fields.ts';

const PARCEL = {
  ...EMPTY_SHIPPING,
  address: '1 Hexagon Road',
  postal_code: '12345',
  city: 'Limeville',
  contact_name: 'Alice',
  email: 'alice@example.com',
};

describe('the shipping form', () => {
  test('has the fields of a purchase in the specified order', () => {
    expect(SHIPPING_NAMES).toEqual(['address', 'postal_code', 'city', 'state_prov', 'contact_name', 'email', 'phone']);
    expect([...SHIPPING_NAMES].sort()).toEqual(Object.keys(shippingSchema.shape).sort());
  });

  test('requires what a parcel needs, and no more', () => {
    expect(checkShipping(PARCEL)).toEqual({});
    expect(checkShipping(EMPTY_SHIPPING)).toEqual({
      address: 'missing',
      postal_code: 'missing',
      city: 'missing',
      contact_name: 'missing',
      email: 'missing',
    });
    expect(checkShipping({ ...PARCEL, city: ' \t ' })).toEqual({ city: 'missing' });
  });

  test.each(['alice', 'alice@', '@example.com', 'alice@example', 'a b@example.com', 'alice@example.'])(
    'rejects %s as an e-mail address',
    (email) => expect(checkShipping({ ...PARCEL, email })).toEqual({ email: 'email' }),
  );

  test('reports a text that exceeds its limit', () => {
    expect(checkShipping({ ...PARCEL, phone: '1'.repeat(201) })).toEqual({ phone: 'too-long' });
    expect(checkShipping({ ...PARCEL, phone: '1'.repeat(200) })).toEqual({});
  });

  test('accepts only texts that the server accepts', () => {
    const pasted = { ...PARCEL, address: ' 1 Hexagon Road\nback yard\t', phone: '+1 555' };
    expect(checkShipping(pasted)).toEqual({});
    expect(shippingSchema.parse(tidyShipping(pasted))).toEqual({
      ...PARCEL,
      address: '1 Hexagon Road back yard',
      phone: '+1 555',
    });
  });
});

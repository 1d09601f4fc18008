import { describe, expect, test } from 'vitest';
import { shippingSchema } from '#contract/orders/order.ts';
import { checkShipping, tidyShipping } from './check-shipping.ts';
import { EMPTY_SHIPPING, SHIPPING_NAMES } from './shipping-fields.ts';

const PARCEL = {
  ...EMPTY_SHIPPING,
  country: 'US',
  address: '1 Hexagon Road',
  postal_code: '12345',
  city: 'Limeville',
  state_prov: 'NY',
  contact_name: 'Alice',
  email: 'alice@example.com',
};

describe('the shipping form', () => {
  test('has the fields of a purchase in the specified order', () => {
    const specified = ['address', 'postal_code', 'city', 'state_prov', 'contact_name', 'email', 'phone'];
    expect(SHIPPING_NAMES).toEqual(['country', ...specified]);
    expect(Object.keys(tidyShipping(PARCEL)).sort()).toEqual(Object.keys(shippingSchema.shape).sort());
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

  test.each(['AU', 'BR', 'CA', 'IN', 'MX', 'US'])(
    'asks for the state in %s, once the postal code fits the country',
    (country) => {
      const codes: Record<string, string> = {
        AU: '2000',
        BR: '01000-000',
        CA: 'K1A 0B1',
        IN: '110001',
        MX: '06000',
        US: '12345',
      };
      const parcel = { ...PARCEL, country, postal_code: codes[country] ?? '', state_prov: '' };
      expect(checkShipping(parcel)).toEqual({ state_prov: 'missing' });
      const elsewhere = { ...parcel, postal_code: 'SW1A 1AA' };
      expect(checkShipping(elsewhere, { isCountryGuessed: true })).toEqual({});
    },
  );

  test('asks for no state in other countries, such as Germany', () => {
    expect(checkShipping({ ...PARCEL, country: 'DE', state_prov: '' })).toEqual({});
  });

  test.each(['alice', 'alice@', '@example.com', 'alice@example', 'a b@example.com', 'alice@example.'])(
    'rejects %s as an e-mail address',
    (email) => expect(checkShipping({ ...PARCEL, email })).toEqual({ email: 'email' }),
  );

  test('checks the postal code by the country', () => {
    expect(checkShipping({ ...PARCEL, country: 'CA' })).toEqual({ postal_code: 'postal-code' });
    const canadian = { ...PARCEL, country: 'CA', postal_code: 'k1a0b1' };
    expect(checkShipping(canadian)).toEqual({});
    expect(tidyShipping(canadian)).toMatchObject({ country: 'CA', postal_code: 'K1A 0B1' });
    // Hong Kong has no postal codes.
    expect(checkShipping({ ...PARCEL, country: 'HK', postal_code: '' })).toEqual({});
  });

  test('reports a text that exceeds its limit', () => {
    expect(checkShipping({ ...PARCEL, phone: '1'.repeat(201) })).toEqual({ phone: 'too-long' });
    expect(checkShipping({ ...PARCEL, phone: '1'.repeat(200) })).toEqual({});
  });

  test('needs no country', () => {
    expect(checkShipping({ ...PARCEL, country: '' })).toEqual({});
    expect(tidyShipping({ ...PARCEL, country: '' })).not.toHaveProperty('country');
  });

  test('leaves out a guessed country that the postal code contradicts, and never complains about it', () => {
    const british = { ...PARCEL, postal_code: 'sw1a 1aa' };
    expect(checkShipping(british)).toEqual({ postal_code: 'postal-code' });
    expect(checkShipping(british, { isCountryGuessed: true })).toEqual({});
    expect(tidyShipping(british)).toMatchObject({ postal_code: 'sw1a 1aa' });
    expect(tidyShipping(british)).not.toHaveProperty('country');
    expect(tidyShipping(PARCEL)).toMatchObject({ country: 'US', postal_code: '12345' });
  });

  test('joins the lines of an address into one line, as in an order', () => {
    const inLines = (address: string) => ({ ...PARCEL, address });
    expect(tidyShipping(inLines(' 1 Hexagon Road,\r\n Flat 7\n')).address).toBe('1 Hexagon Road, Flat 7');
    expect(tidyShipping(inLines('1 Hexagon Road\n ')).address).toBe('1 Hexagon Road');
    expect(checkShipping(inLines(`1 Hexagon Road\n${'x'.repeat(190)}`))).toEqual({ address: 'too-long' });
    expect(checkShipping(inLines(' \n'))).toEqual({ address: 'missing' });
  });

  test('accepts only texts that the server accepts', () => {
    const pasted = { ...PARCEL, address: ' 1 Hexagon Road\u0007back yard\t', phone: '+1 555' };
    expect(checkShipping(pasted)).toEqual({});
    expect(shippingSchema.parse(tidyShipping(pasted))).toEqual({
      ...PARCEL,
      address: '1 Hexagon Road back yard',
      phone: '+1 555',
    });
  });
});

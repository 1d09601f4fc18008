import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders/order.ts';
import { Invoice } from './invoice.tsx';
import { OrderPage } from './order-page.tsx';
import { createOrder } from './testing/order.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  return () => vi.unstubAllGlobals();
});

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
const page = (fields: Partial<Order>): string =>
  renderToStaticMarkup(createElement(OrderPage, { order: createOrder(fields), actions: null }));
const invoice = (fields: Partial<Order> = {}): string =>
  textOf(renderToStaticMarkup(createElement(Invoice, { order: createOrder(fields), buyer: 'Alice' })));

const ADDRESS = {
  contact_name: 'Alice Linden',
  address: 'Lime Street 1',
  city: 'Berlin',
  postal_code: '11011',
  country: 'DE',
};
const PAID = { payment_status: 'finished', paid_at: '2026-11-21T13:00:00.000Z' };

describe('the page of an order', () => {
  test.each([
    ['waiting', {}, ['Order placed', 'Payment', 'waiting', 'Shipping', 'Not Sent']],
    ['paid', PAID, ['Order placed', 'Paid', 'Shipping', 'Not Sent']],
    ['sent', { ...PAID, shipped: true, sent_at: '2026-11-22T13:00:00.000Z' }, ['Order placed', 'Paid', 'Sent']],
    ['expired', { payment_status: 'expired' }, ['Order placed', 'Payment', 'expired']],
    ['refunded', { ...PAID, payment_status: 'refunded' }, ['Order placed', 'Paid', 'refunded']],
    // An administrator can mark an order as sent that was never paid.
    ['sent unpaid', { payment_status: 'expired', shipped: true }, ['Order placed', 'Payment', 'expired', 'Sent']],
  ])('shows the steps of an order that is %s', (_state, fields, expected) => {
    const steps = /<ol.*<\/ol>/s.exec(page(fields))?.[0] ?? '';
    const texts = textOf(steps.replaceAll(/<time.*?<\/time>/gs, ''));
    expect(texts.split('|').filter(Boolean)).toEqual(expected);
  });

  test('links the tracking page of a known carrier', () => {
    const sent = page({ ...PAID, shipped: true, postal_service: 'DHL', tracking_number: '123 456' });
    expect(sent).toContain('href="https://www.dhl.com/en/express/tracking.html?AWB=123456"');
    expect(page({ ...PAID, shipped: true, postal_service: 'My van', tracking_number: '7' })).not.toContain('href=');
  });

  test('offers an invoice unless the order has ended unpaid', () => {
    expect(page({})).toContain('Print invoice');
    expect(page({ ...PAID, payment_status: 'refunded' })).toContain('Print invoice');
    expect(page({ payment_status: 'expired' })).not.toContain('Print invoice');
  });

  test('offers the payment page only while the order can be paid', () => {
    const invoice_url = 'https://pay.example/1';
    expect(page({ invoice_url })).toContain(`href="${invoice_url}"`);
    expect(page({ ...PAID, invoice_url })).not.toContain(invoice_url);
  });
});

describe('the invoice of an order', () => {
  test('has seller, buyer, item, unit price and total', () => {
    const text = invoice({ ...PAID, ...ADDRESS, quantity: 3, total_amount: 59.97 });
    for (const part of [
      'Hexlime',
      'https://shop.example',
      'payment-1',
      'Alice Linden\nLime Street 1\nBerlin, 11011\nGermany',
      'Lamp',
      'good',
      '|3|',
      '$19.99',
      '$59.97',
      'finished',
    ])
      expect(text).toContain(part);
  });

  test('names the account’s user where the order has no address', () => {
    expect(invoice({ ...PAID })).toContain('|Alice');
  });
});

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/order.ts';
import { OrderCard } from './order-card.tsx';

const ORDER: Order = {
  id: 'order-1',
  payment_id: 'payment-1',
  product_id: 3,
  condition: 'good',
  store: 'ayz',
  title: 'Lamp',
  quantity: 2,
  total_amount: 20,
  created_at: '2026-11-21T12:00:00.000Z',
  expires_at: null,
  payment_status: 'waiting',
  shipped: false,
  postal_service: '',
  tracking_number: '',
  invoice_url: null,
  preview: '',
  placeholder: '',
  seq: 1,
};
const ignore = (): void => undefined;
const render = (payment_status: string): string =>
  renderToStaticMarkup(
    createElement(OrderCard, {
      order: { ...ORDER, payment_status },
      rejection: undefined,
      onDelete: ignore,
      onDismiss: ignore,
    }),
  );

describe('the card of an order', () => {
  // The statuses in which the server answers payment-in-progress.
  test.each(['confirming', 'confirmed', 'sending', 'partially_paid', 'finished'])(
    'offers no deletion while a payment is %s',
    (status) => expect(render(status)).not.toContain('Delete'),
  );

  test.each(['creating', 'waiting', 'expired', 'failed', 'refunded', 'a status of the provider'])(
    'offers deletion in status %s',
    (status) => expect(render(status)).toContain('Delete'),
  );
});

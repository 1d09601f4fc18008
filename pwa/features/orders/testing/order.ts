import type { Order } from '#contract/orders/order.ts';

/** Creates an order that waits for its payment; `fields` override its fields. */
export const createOrder = (fields: Partial<Order> = {}): Order => ({
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
  ...fields,
});

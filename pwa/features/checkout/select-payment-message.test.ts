import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/order.ts';
import { selectPaymentMessage } from './select-payment-message.ts';

const known = (payment_status: string) => ({ state: 'known', order: { payment_status } as Order }) as const;

test.each([
  ['finished', 'success', 'success'],
  ['waiting', 'waiting', 'cancel'],
  ['creating', 'waiting', 'cancel'],
  ['confirming', 'waiting', 'waiting'],
  ['sending', 'waiting', 'waiting'],
  ['part_received', 'partial', 'partial'],
  ['partially_paid', 'partial', 'partial'],
  ['paid_late', 'late', 'late'],
  ['failed', 'failed', 'cancel'],
  ['expired', 'failed', 'cancel'],
  ['refunded', 'failed', 'cancel'],
  ['on_hold_by_provider', 'waiting', 'cancel'],
] as const)('an order with the status %s shows %s on /success and %s on /cancel', (status, onSuccess, onCancel) => {
  expect(selectPaymentMessage('success', known(status))).toBe(onSuccess);
  expect(selectPaymentMessage('cancel', known(status))).toBe(onCancel);
});

test('no order is shown as paid before the server has answered', () => {
  expect(selectPaymentMessage('success', { state: 'loading' })).toBe('waiting');
  expect(selectPaymentMessage('success', { state: 'offline' })).toBe('offline');
  expect(selectPaymentMessage('success', { state: 'signed-out' })).toBe('unknown');
  expect(selectPaymentMessage('success', { state: 'unknown' })).toBe('unknown');
  expect(selectPaymentMessage('cancel', { state: 'unknown' })).toBe('cancel');
});

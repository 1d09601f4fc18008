import { PAYMENT_NOTES } from '#contract/orders/order-attention.ts';
import type { Order } from '#contract/orders/order.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';

/** Returns what a buyer should know about an order's payment beyond its status, as sentences; notes that this version does not know are left out. */
export function describePayment({ payment_status, payment_notes = [] }: Order): readonly string[] {
  const { paymentHints, paymentNotes } = orderMessages;
  const hint = Object.hasOwn(paymentHints, payment_status)
    ? [paymentHints[payment_status as keyof typeof paymentHints]]
    : [];
  return [...hint, ...PAYMENT_NOTES.filter((note) => payment_notes.includes(note)).map((note) => paymentNotes[note])];
}

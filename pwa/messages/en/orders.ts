import type { PaymentNote } from '#contract/orders/order-attention.ts';
import { localized } from '../localized.ts';

/** Texts of the order list. */
export const orderMessages = localized('orderMessages', {
  orderOf: (title: string) => `Order: ${title}`,
  quantity: (quantity: number) => (quantity === 1 ? '1 piece' : `${quantity} pieces`),
  payment: 'Payment:',
  parcel: 'Parcel:',
  sent: 'Sent',
  notSent: 'Not Sent',
  payNow: 'Pay Now',
  delete: 'Delete',
  deleteOrderOf: (title: string) => `Delete order: ${title}`,
  deleteQuestion: 'Are you sure you want to delete this order?',
  keep: 'Keep it',
  notDeleted: 'Could not delete order',
  understood: 'OK',
  details: 'Details',
  detailsOf: (title: string) => `Details of the order: ${title}`,
  preparing: 'Preparing the payment page…',
  held: (minutes: number) => `Reserved for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`,
  holdEnds: 'The time to pay has run out',
  paymentHints: {
    part_received: 'Part of the total has arrived. Pay the rest before the time to pay runs out.',
    partially_paid: 'Less than the total has arrived. Pay the rest or write to us: the item is not reserved for long.',
    paid_late:
      'Your payment arrived after the time to pay. We have been told, and will send the item or give the money back.',
  },
  paymentNotes: {
    overpaid: 'You have paid more than the total. We have been told about the difference.',
    checking: 'We are checking the payment of this order.',
  } satisfies Record<PaymentNote, string>,
  empty: 'No orders yet',
  emptyHint: 'Orders from the Open Box Store appear here, with payment and tracking.',
  loading: 'Loading your orders…',
  offline: 'Your orders are not on this device yet. They appear when you are back online.',
});

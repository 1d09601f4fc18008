import { localized } from '../localized.ts';

/** Texts of an order's page and its invoice. */
export const orderPageMessages = localized('orderPageMessages', {
  back: 'All orders',
  offline: { title: 'This order is not on this device yet', hint: 'It appears when the shop can be reached again.' },
  'signed-out': { title: 'This order is not on this device yet', hint: 'Log in again to see it.' },
  unknown: { title: 'Order not found', hint: 'It may have been deleted, or belong to another account.' },
  title: 'Order',
  number: (name: string) => `Order ${name}`,

  timeline: 'Progress of the order',
  placed: 'Order placed',
  payment: 'Payment',
  paid: 'Paid',
  shipping: 'Shipping',
  shipTo: 'Ship to',

  buyAgain: 'Buy again',
  noLongerSold: (title: string) => `Not added: ${title} is no longer sold.`,
  catalogueLoading: 'The catalog is still loading. Try again in a moment.',
  view: 'View product',
  contact: 'Contact us about this order',
  question: (name: string, title: string) => `About order ${name} (${title}): `,

  print: 'Print invoice',
  invoice: 'Invoice',
  billTo: 'Bill and ship to',
  facts: { order: 'Order', date: 'Date', payment: 'Payment', paid: 'Paid', shipment: 'Shipment' },
  items: { item: 'Item', quantity: 'Quantity', unitPrice: 'Unit price', total: 'Total' },
  currency: 'All amounts in US dollars.',
});

import type { ConditionKey } from '#contract/products/conditions.ts';

/** Texts of emails about orders. */
export const mailMessages = {
  reason: (shop: string, origin: string) =>
    `You receive this email because of your order at ${shop}, ${origin}. Questions? Use the chat of the shop.`,
  reasonTyped: (shop: string, origin: string) =>
    `You receive this email because this address was entered with an order at ${shop}, ${origin}. If you do not know of it, ignore this message; nothing is charged to you.`,
  viewOrder: 'View order',
  placed: {
    subject: (title: string) => `We have your order: ${title}`,
    heading: 'Thank you for your order',
    reserved: (until: string) => `It is reserved for you until ${until}. Pay before then to keep it.`,
    ordered: 'This is what you ordered.',
    viewAndPay: 'View order and pay',
  },
  paid: {
    subject: (title: string) => `Payment received: ${title}`,
    heading: 'We have received your payment',
    intro: 'We are preparing your order and will write again when it is on its way.',
  },
  sent: {
    subject: (title: string) => `Your order is on its way: ${title}`,
    heading: 'Your order is on its way',
    intro: 'We have sent it.',
    introWith: (carrier: string) => `We have sent it with ${carrier}.`,
    track: (carrier: string) => `Track with ${carrier}`,
  },
  facts: {
    item: 'Item',
    condition: 'Condition',
    quantity: 'Quantity',
    total: 'Total',
    order: 'Order',
    carrier: 'Carrier',
    tracking: 'Tracking',
    address: 'Ship to',
  },
  conditions: {
    excellent: 'excellent',
    verygood: 'Very Good',
    good: 'good',
    acceptable: 'acceptable',
  } satisfies Record<ConditionKey, string>,
};

/** Texts of the demo's preview of emails. */
export const mailPreviewMessages = {
  title: 'Emails',
  heading: 'Emails about orders',
  note: 'Preview of the demo: nothing is sent from here.',
  empty: 'There are no orders yet.',
  none: 'None',
  kinds: { placed: 'Placed', paid: 'Paid', sent: 'Sent' },
  asText: (kind: string) => `${kind}, as text`,
};

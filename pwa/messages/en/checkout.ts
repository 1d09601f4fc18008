/** Texts of the checkout form and its notices. */
export const checkoutMessages = {
  title: 'Shipping and contact',
  close: 'Close the form',
  fields: {
    address: 'Address',
    postal_code: 'Postal Code',
    city: 'City',
    state_prov: 'State/Prov',
    contact_name: 'Contact Name',
    email: 'Email',
    phone: 'Phone Number',
  },
  optional: '(optional)',
  problems: {
    missing: {
      address: 'Where does the parcel go? Street and number.',
      postal_code: 'The parcel needs a postal code.',
      city: 'Which city or town?',
      state_prov: '',
      contact_name: 'Who receives the parcel?',
      email: 'Where do we write when something about the order changes?',
      phone: '',
    },
    email: 'Write an address such as name@example.com.',
    tooLong: (most: number) => `At most ${most} characters.`,
  },
  kept: 'What you write stays on this device.',
  clear: 'Clear',
  pay: (amount: string) => `Pay $${amount}`,
  paying: 'The order is made',
  units: (quantity: number) => `${quantity} ×`,
  amount: (amount: string) => `$${amount}`,
  offline: 'You are offline. The form is kept; you can pay as soon as there is a network.',
  priceChanged: (was: string, now: string) => `The price has changed: $${was} before, $${now} now.`,
  nothingOrdered: 'Nothing was ordered yet.',
  elsewhere: 'This item has left the cart, or is being ordered in another tab.',
  failure: 'Не удалось создать заказ',
  failureLanguage: 'ru',
  unknown: 'The shop does not answer. Press Pay again when there is a network: it is ordered only once.',
  preparingTab: 'The payment page is being prepared…',
  ordered: (title: string) => `Ordered: ${title}`,
  paymentOpened: 'The payment page is open in another tab. You find the order under My Orders.',
  paymentBlocked: 'Your browser did not open the payment page. You find the order under My Orders.',
  paymentPrepared: 'The payment page is being prepared. It appears with the order under My Orders.',
  payNow: 'Pay Now',
  orders: 'My Orders',
  dismiss: 'Close this message',
} as const;

/** Texts of the payment result screens. */
export const paymentMessages = {
  tab: 'Payment',
  waiting: {
    title: 'Waiting for the confirmation of your payment',
    text: 'This page changes by itself as soon as the payment is confirmed. You can leave it: your order is in your account.',
    action: 'My Orders',
  },
  failed: {
    title: 'This order is not paid',
    text: 'The payment has failed, was too late or was given back.',
    action: 'My Orders',
  },
  partial: {
    title: 'A part of the payment is missing',
    text: 'Less than the total has arrived. What has arrived is not lost: pay the rest from your orders.',
    action: 'My Orders',
  },
  unknown: {
    title: 'There is no such order',
    text: 'The address may be mistyped, or the order belongs to another login or was deleted.',
    action: 'My Orders',
  },
  signedOut: {
    title: 'Log in to see your order',
    text: 'How the payment stands is shown to its buyer only.',
  },
  success: {
    title: 'Thank you for your purchase!',
    text: 'Your payment has been successfully completed.',
    action: 'Back to the store',
  },
  cancel: {
    title: 'Payment canceled',
    text: 'Unfortunately, your payment was not completed. You can try again.',
    action: 'To try again',
  },
} as const;

import { localized } from '../localized.ts';

/** Texts of the checkout form and its notices. */
export const checkoutMessages = localized('checkoutMessages', {
  title: 'Shipping and contact',
  close: 'Close form',
  fields: {
    country: 'Country',
    address: 'Address',
    postal_code: 'Postal Code',
    city: 'City',
    state_prov: 'State/Prov',
    contact_name: 'Contact Name',
    email: 'Email',
    phone: 'Phone Number',
  },
  optional: '(optional)',
  addressHint: 'with apartment, suite or floor',
  earlier: 'Earlier address',
  chooseCountry: 'Choose a country',
  suggestedCountries: 'Suggested',
  allCountries: 'All countries',
  problems: {
    missing: {
      country: '',
      address: 'Enter the street and house number.',
      postal_code: 'Enter the postal code.',
      city: 'Enter the city or town.',
      state_prov: 'Enter the state or province.',
      contact_name: 'Enter the recipient’s name.',
      email: 'Enter an email address for order updates.',
      phone: '',
    },
    email: 'Enter an email address such as name@example.com.',
    postalCode: (country: string, example: string) => `Enter a postal code of ${country}, such as ${example}.`,
    tooLong: (most: number) => `Use at most ${most} characters.`,
  },
  kept: 'Saved on this device while you type. Sent to the shop when you press Pay.',
  clear: 'Clear',
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'Placing your order…',
  units: (quantity: number, price: string) => `${quantity} × ${price}`,
  offline: 'You are offline. Get ready now, and you will be asked to pay when you are back online.',
  priceChanged: (was: string, now: string) => `The price changed from ${was} to ${now}.`,
  nothingOrdered: 'Nothing has been ordered yet.',
  mostUnits: (limit: number) => `You can order at most ${limit} of this item at a time.`,
  moreUnits: (allowed: number) => `You can order ${allowed} more of this item before your other orders of it are paid.`,
  noUnits: 'Pay for or delete one of your other orders of this item first.',
  elsewhere: 'This item is no longer in the cart, or is being ordered in another tab.',
  failure: 'Не удалось создать заказ',
  failureLanguage: 'ru',
  /** A translation of the Russian text, which the specification prescribes; empty in the Russian interface. */
  failureMeaning: 'The order could not be placed.',
  unknown: 'The shop cannot be reached. Press Pay again when you are online; you will not order twice.',
  preparingTab: 'Preparing the payment page…',
  ordered: (title: string) => `Ordered: ${title}`,
  paymentOpened: 'The payment page is open in another tab. Find your order under My Orders.',
  paymentBlocked: 'Your browser blocked the payment page. Pay for your order under My Orders.',
  paymentPrepared: 'The payment page is being prepared. It will appear with your order under My Orders.',
  payNow: 'Pay Now',
  payNext: 'Pay the next item',
  orders: 'My Orders',
  dismiss: 'Close this message',
});

/** Texts of an item that is prepared offline, to be paid for when the network is back. */
export const readyMessages = localized('readyMessages', {
  getReady: 'Get ready to pay',
  isReady: 'Ready. You will be asked to pay when you are back online.',
  same: (title: string, price: string) => `${title}: still ${price}, still there.`,
  changed: (title: string, was: string, now: string) =>
    `${title}: still there, but it is ${now} instead of ${was} now.`,
  soldOut: (title: string) => `${title} has been sold meanwhile.`,
  payNow: 'Pay now',
});

/** Texts of the payment result screens. */
export const paymentMessages = localized('paymentMessages', {
  tab: 'Payment',
  waiting: {
    title: 'Waiting for payment confirmation',
    text: 'This page updates automatically. You can leave it and find your order in your account.',
    action: 'My Orders',
  },
  offline: {
    title: 'Waiting for payment confirmation',
    text: 'The shop cannot be reached right now. Its confirmation appears here and under My Orders as soon as it can.',
    action: 'My Orders',
  },
  failed: {
    title: 'Order not paid',
    text: 'The payment failed, arrived too late or was refunded.',
    action: 'My Orders',
  },
  partial: {
    title: 'Payment incomplete',
    text: 'We received less than the total. Pay the rest under My Orders soon: the items are not reserved for long.',
    action: 'My Orders',
  },
  late: {
    title: 'Payment arrived late',
    text: 'Your money arrived after the time to pay had ended. We have been told, and will send the item or give the money back.',
    action: 'My Orders',
  },
  unknown: {
    title: 'Order not found',
    text: 'Check the address. The order may belong to another account or have been deleted.',
    action: 'My Orders',
  },
  signedOut: {
    title: 'Log in to see your order',
    text: 'The payment status is shown to the buyer only.',
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
});

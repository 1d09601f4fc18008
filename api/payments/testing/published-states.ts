/**
 * What the providers publish, written from their documents and not from the code under test: the Greenfield API of BTCPay Server
 * (docs.btcpayserver.org/API/Greenfield/v1, `InvoiceStatus`, `InvoiceAdditionalStatus`, `Webhook…Event`) and the help centre and API reference
 * of NOWPayments ("Payment statuses").
 */
export const BTCPAY_STATUSES = ['New', 'Processing', 'Settled', 'Expired', 'Invalid'] as const;
export const BTCPAY_ADDITIONAL = ['None', 'PaidLate', 'PaidPartial', 'Marked', 'Invalid', 'PaidOver'] as const;

/** Types of notices with the facts that each may state about its payment. */
export const BTCPAY_NOTICES = [
  ['InvoiceCreated', {}],
  ['InvoiceReceivedPayment', { afterExpiration: false }],
  ['InvoiceReceivedPayment', { afterExpiration: true }],
  ['InvoicePaymentSettled', { afterExpiration: false }],
  ['InvoicePaymentSettled', { afterExpiration: true }],
  ['InvoiceProcessing', { overPaid: false }],
  ['InvoiceProcessing', { overPaid: true }],
  ['InvoiceExpired', { partiallyPaid: false }],
  ['InvoiceExpired', { partiallyPaid: true }],
  ['InvoiceSettled', { manuallyMarked: false, overPaid: false }],
  ['InvoiceSettled', { manuallyMarked: false, overPaid: true }],
  ['InvoiceSettled', { manuallyMarked: true, overPaid: false }],
  ['InvoiceInvalid', { manuallyMarked: false }],
  ['InvoiceInvalid', { manuallyMarked: true }],
] as const;

export const NOWPAYMENTS_STATUSES = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'refunded',
  'expired',
] as const;

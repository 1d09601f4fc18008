import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { row, unknownState } from './payment-state.ts';
import type { PaymentState } from './payment-state.ts';

/**
 * All states of an invoice: `InvoiceStatus` × `InvoiceAdditionalStatus` of the Greenfield API. The status decides; an additional status that
 * BTCPay Server does not combine with it needs attention.
 */
const STATES = {
  New: {
    None: row('waiting'),
    PaidPartial: row('part_received'),
    PaidLate: row('confirming', 'paidLate', 'unknownState'),
    PaidOver: row('confirming', 'overpaid', 'unknownState'),
    Marked: row('waiting', 'unknownState'),
    Invalid: row('waiting', 'unknownState'),
  },
  Processing: {
    None: row('confirming'),
    PaidPartial: row('confirming', 'unknownState'),
    PaidLate: row('confirming', 'paidLate'),
    PaidOver: row('confirming', 'overpaid'),
    Marked: row('confirming', 'unknownState'),
    Invalid: row('confirming', 'unknownState'),
  },
  Settled: {
    None: row('finished'),
    PaidPartial: row('finished', 'underpaid'),
    PaidLate: row('finished'),
    PaidOver: row('finished', 'overpaid'),
    // The merchant has accepted it by hand.
    Marked: row('finished'),
    Invalid: row('finished', 'unknownState'),
  },
  Expired: {
    None: row('expired'),
    PaidPartial: row('partially_paid'),
    PaidLate: row('paid_late', 'paidLate'),
    PaidOver: row('paid_late', 'paidLate', 'overpaid'),
    Marked: row('expired', 'unknownState'),
    Invalid: row('expired', 'unknownState'),
  },
  Invalid: {
    // A payment was seen and not confirmed in time; it may still be confirmed.
    None: row('failed', 'lostPayment'),
    PaidPartial: row('failed', 'lostPayment'),
    PaidLate: row('failed', 'lostPayment'),
    PaidOver: row('failed', 'lostPayment', 'overpaid'),
    // The merchant has rejected it by hand.
    Marked: row('failed'),
    Invalid: row('failed', 'lostPayment'),
  },
} as const satisfies Record<string, Record<string, PaymentState>>;

/** Returns what a state of an invoice means; a missing additional status is `None`. */
export function readInvoiceState(status: string, additional: string): PaymentState {
  const known: Readonly<Record<string, Readonly<Record<string, PaymentState>>>> = STATES;
  if (!Object.hasOwn(known, status)) return unknownState(status.toLowerCase());
  const states = known[status] ?? {};
  const found = Object.hasOwn(states, additional) ? states[additional] : undefined;
  return found ?? { status: states['None']?.status ?? status.toLowerCase(), reasons: ['unknownState'] };
}

/**
 * What a notice says besides the invoice's state, which is read for each notice. These facts count as well, because BTCPay Server may send
 * a notice before it changes the state.
 */
export interface NoticeFacts {
  readonly type: string;
  readonly afterExpiration?: boolean | null | undefined;
  readonly partiallyPaid?: boolean | null | undefined;
  readonly overPaid?: boolean | null | undefined;
}

/** The published types of notices about invoices. */
const NOTICE_TYPES: ReadonlySet<string> = new Set([
  'InvoiceCreated',
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceExpiredPaidPartial',
  'InvoicePaidAfterExpiration',
  'InvoiceSettled',
  'InvoiceInvalid',
]);

/** Returns the reasons for attention that a notice itself gives, apart from the invoice's state. */
export const readNoticeReasons = (notice: NoticeFacts): AttentionReason[] => [
  ...(NOTICE_TYPES.has(notice.type) ? [] : (['unknownState'] as const)),
  ...(notice.afterExpiration || notice.type === 'InvoicePaidAfterExpiration' ? (['paidLate'] as const) : []),
  ...(notice.partiallyPaid || notice.type === 'InvoiceExpiredPaidPartial'
    ? (['paidInPart', 'lostPayment'] as const)
    : []),
  ...(notice.overPaid ? (['overpaid'] as const) : []),
];

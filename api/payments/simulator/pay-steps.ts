import type { DemoInvoice } from './demo-invoice.repository.ts';

/** What a visitor can do with an invoice. */
export const PAY_ACTIONS = {
  pay: { label: 'Pay', first: 'confirming', paysPart: false },
  short: { label: 'Pay too little', first: 'partially_paid', paysPart: true },
  expire: { label: 'Let it expire', first: 'expired', paysPart: false },
  fail: { label: 'Let it fail', first: 'failed', paysPart: false },
} as const;
export type PayAction = keyof typeof PAY_ACTIONS;

export const isPayAction = (text: unknown): text is PayAction =>
  typeof text === 'string' && Object.hasOwn(PAY_ACTIONS, text);

/** The automatic status transitions, like those of a provider. */
const FOLLOWING: Readonly<Record<string, string>> = {
  confirming: 'confirmed',
  confirmed: 'sending',
  sending: 'finished',
};

/** Statuses that advance automatically. */
export const MOVING_STATUSES = Object.keys(FOLLOWING);

export const findNextStatus = (status: string): string | undefined => FOLLOWING[status];

/** The steps of a successful payment, as the page shows them. */
export const PAYMENT_STEPS = ['waiting', ...MOVING_STATUSES, 'finished'] as const;

/** Whether an invoice has a final status. */
export const isSettled = ({ status }: Pick<DemoInvoice, 'status'>): boolean =>
  status !== 'waiting' && findNextStatus(status) === undefined;

/** Returns the cents paid at a status. */
export function paidAt(status: string, { amount_cents, paid_cents }: DemoInvoice): number {
  if (status === 'partially_paid') return Math.floor(amount_cents / 2);
  return status === 'finished' ? amount_cents : paid_cents;
}

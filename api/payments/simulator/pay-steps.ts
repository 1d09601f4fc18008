import type { DemoInvoice } from './demo-invoice.repository.ts';

/** What a visitor can do with an invoice. */
export const PAY_ACTIONS = {
  pay: { first: 'confirming', paysPart: false },
  short: { first: 'partially_paid', paysPart: true },
  expire: { first: 'expired', paysPart: false },
  fail: { first: 'failed', paysPart: false },
} as const;
export type PayAction = keyof typeof PAY_ACTIONS;

export const isPayAction = (text: unknown): text is PayAction =>
  typeof text === 'string' && Object.hasOwn(PAY_ACTIONS, text);

/** The automatic status transitions, like those of a provider. */
const FOLLOWING = {
  confirming: 'confirmed',
  confirmed: 'sending',
  sending: 'finished',
} as const;

/** Statuses that advance automatically. */
export const MOVING_STATUSES = Object.keys(FOLLOWING) as (keyof typeof FOLLOWING)[];

export const findNextStatus = (status: string): string | undefined =>
  (FOLLOWING as Readonly<Record<string, string>>)[status];

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

import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { ApiError } from '#contract/http/errors.ts';
import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { Database } from '../storage/database.ts';
import { NO_LANES } from '../storage/lanes.ts';
import { IDEMPOTENT } from '../storage/write-unit.ts';
import type { Write } from '../storage/write-unit.ts';
import { readExactCents, readPaidCents, toPaidShare } from './exact-amounts.ts';
import { readPaymentState } from './nowpayments-states.ts';
import { CURRENCY, ProviderError } from './payment-gateway.ts';
import type { Invoice, PaymentGateway, PaymentReport } from './payment-gateway.ts';
import { isSignature, parseNotice, sign } from './signatures.ts';
import { findDemoInvoice, insertDemoInvoice, openSecret } from './simulator/demo-invoice.repository.ts';
import type { DemoInvoice } from './simulator/demo-invoice.repository.ts';

/** Path of the simulator's payment page. */
export const PAY_PATH = '/dev/pay/';
const SIGNATURE_HEADER = 'x-demo-signature';
const SECRET_KEY = 'demo_payment_secret';

const noticeSchema = z.object({
  event: z.string().min(1),
  invoice_id: z.string(),
  order_id: z.string(),
  status: z.string().min(1).max(50),
  price_amount: z.number(),
  price_currency: z.string(),
  /** Missing while nothing is paid. */
  paid_amount: z.number().min(0).optional(),
});

/** A notice with its signature headers. */
export interface SignedNotice {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The payment simulator as a provider: its invoices are rows of the shop's database, its notices arrive over HTTP. */
export interface DemoGateway extends PaymentGateway {
  /** Signs a notice of an invoice's status. */
  signNotice(invoice: DemoInvoice): SignedNotice;
}

export interface DemoGatewayOptions {
  readonly database: Database;
  readonly write: Write;
  readonly now: () => number;
}

/** Opens the simulator's gateway; its secret is stored in the database. */
export async function openDemoGateway({ database, write, now }: DemoGatewayOptions): Promise<DemoGateway> {
  const secret = await write(({ trx }) => openSecret(trx, SECRET_KEY, randomBytes(32).toString('base64url')));

  const read = async (column: 'id' | 'order_id', value: string): Promise<PaymentReport | undefined> => {
    const invoice = await findDemoInvoice(database.reader, column, value);
    return invoice && toReport(invoice);
  };

  const findInvoice = async (orderId: string): Promise<Invoice | undefined> => {
    const invoice = await findDemoInvoice(database.reader, 'order_id', orderId);
    return invoice && toInvoice(invoice);
  };

  return {
    provider: 'demo',

    async createInvoice(request) {
      const invoice = {
        id: `inv_${randomBytes(12).toString('hex')}`,
        order_id: request.orderId,
        amount_cents: request.amount,
        status: 'waiting',
        title: request.title,
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        created_at: now(),
        expires_at: request.expiresAt,
      } as const;
      const readStored = await write(({ trx }) => insertDemoInvoice(trx, invoice), NO_LANES, IDEMPOTENT);
      if (readStored()?.length === 1) return toInvoice(invoice);
      const existing = await findInvoice(request.orderId);
      if (!existing) throw new ProviderError('the simulator lost its invoice', 500);
      return existing;
    },

    findInvoice,

    readPayment: ({ orderId }) => read('order_id', orderId),

    readNotice(rawBody, headers) {
      const notice = parseNotice(rawBody);
      const given = headers[SIGNATURE_HEADER];
      if (!isSignature(typeof given === 'string' ? given : undefined, [sign('sha256', secret, rawBody)])) {
        throw new ApiError('unauthorized');
      }
      const parsed = noticeSchema.safeParse(notice);
      if (!parsed.success) throw new ApiError('bad-request', 'The body is not a notice of the simulator.');
      const { event, invoice_id, order_id, status, price_amount, price_currency, paid_amount } = parsed.data;
      const amount = readExactCents(price_amount);
      const paid = amount === undefined ? undefined : readPaidCents(amount, paid_amount, price_amount);
      return {
        eventId: event,
        invoiceId: invoice_id,
        report: describePayment(order_id, status, amount ?? (Number.NaN as Cents), paid, price_currency),
      };
    },

    async confirm({ report, invoiceId }) {
      if (report.status !== 'finished') return report;
      const current = await read('id', invoiceId ?? '');
      if (!current) throw new ProviderError('the simulator has no invoice for its own notice', 404);
      return current;
    },

    signNotice(invoice) {
      const body = JSON.stringify({
        event: `${invoice.id}/${invoice.status}`,
        invoice_id: invoice.id,
        order_id: invoice.order_id,
        status: invoice.status,
        price_amount: toDollars(invoice.amount_cents as Cents),
        price_currency: CURRENCY,
        ...(invoice.paid_cents > 0 && { paid_amount: toDollars(invoice.paid_cents as Cents) }),
      });
      return {
        body,
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign('sha256', secret, body) },
      };
    },
  };
}

/** The payment page has the origin to which the buyer returns, because the buyer's session is bound to that origin. */
const toInvoice = ({ id, success_url }: Pick<DemoInvoice, 'id' | 'success_url'>): Invoice => ({
  paymentId: id,
  invoiceUrl: new URL(`${PAY_PATH}${id}`, success_url).href,
});

const toReport = ({ order_id, status, amount_cents, paid_cents }: DemoInvoice): PaymentReport => ({
  ...describePayment(
    order_id,
    status,
    amount_cents as Cents,
    paid_cents > 0 ? (paid_cents as Cents) : undefined,
    CURRENCY,
  ),
  isCurrent: true,
});

/** The simulator has the states of NOWPayments. */
const describePayment = (
  orderId: string,
  status: string,
  amount: Cents,
  paid: Cents | undefined,
  currency: string,
): PaymentReport => ({
  orderId,
  ...readPaymentState(status, paid, amount),
  amount,
  currency,
  chargeId: null,
  paidShare: paid === undefined ? undefined : toPaidShare(paid, amount),
  reported: status,
});

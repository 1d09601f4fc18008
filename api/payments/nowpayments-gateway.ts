import * as z from 'zod';
import { ApiError } from '#contract/http/errors.ts';
import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { NowPaymentsSettings } from '../config/payment-settings.ts';
import { readExactCents, readPaidCents, toPaidShare } from './exact-amounts.ts';
import { callProvider } from './call-provider.ts';
import { readPaymentState } from './nowpayments-states.ts';
import { CURRENCY, ProviderError } from './payment-gateway.ts';
import type { PaymentGateway, PaymentReport } from './payment-gateway.ts';
import { isSignature, parseNotice, sign, stringifyByNames, stringifySorted } from './signatures.ts';

/** NOWPayments sends ids as numbers in some replies and as text in others. */
const idSchema = z.union([z.string(), z.number()]).transform(String);

const invoiceSchema = z.object({ id: idSchema, invoice_url: z.url({ protocol: /^https?$/ }) });

const paymentSchema = z.object({
  payment_id: idSchema,
  payment_status: z.string().min(1).max(50),
  order_id: z.string(),
  price_amount: z.union([z.string(), z.number()]),
  price_currency: z.string(),
  invoice_id: idSchema.nullish(),
  /** In the buyer's coin: what was asked for, and what has arrived. Sent as numbers or texts; 0 or missing while nothing is known. */
  pay_amount: z.unknown().optional(),
  actually_paid: z.unknown().optional(),
});

function toReport(payment: z.output<typeof paymentSchema>): PaymentReport {
  const { payment_status: reported, pay_amount, actually_paid } = payment;
  const amount = readExactCents(payment.price_amount);
  const paid = amount === undefined ? undefined : readPaidCents(amount, actually_paid, pay_amount);
  return {
    orderId: payment.order_id,
    ...readPaymentState(reported, paid, amount ?? (0 as Cents)),
    // An amount that is not whole cents matches no order.
    amount: amount ?? (Number.NaN as Cents),
    currency: payment.price_currency.toUpperCase(),
    chargeId: payment.payment_id,
    paidShare: amount === undefined || paid === undefined ? undefined : toPaidShare(paid, amount),
    reported,
  };
}

/** Statuses that move money and goods, so a notice alone is not enough. */
const CONFIRMED_BY_PROVIDER: ReadonlySet<string> = new Set(['finished', 'refunded']);

/** NOWPayments: an invoice may have several payments, each with its own notices; the order id links them. */
export function createNowPaymentsGateway({ apiUrl, apiKey, noticeSecret }: NowPaymentsSettings): PaymentGateway {
  const headers = { 'x-api-key': apiKey };

  const readPayment = async (chargeId: string, signal: AbortSignal): Promise<PaymentReport | undefined> => {
    const url = `${apiUrl}/payment/${encodeURIComponent(chargeId)}`;
    const reply = await callProvider({ url, method: 'GET', headers, signal });
    if (reply === undefined) return undefined;
    const parsed = paymentSchema.safeParse(reply);
    if (!parsed.success) throw new ProviderError('NOWPayments returned no payment', 200);
    return { ...toReport(parsed.data), isCurrent: true };
  };

  return {
    provider: 'nowpayments',

    async createInvoice(request, signal) {
      const reply = await callProvider({
        url: `${apiUrl}/invoice`,
        method: 'POST',
        headers,
        body: {
          price_amount: toDollars(request.amount),
          price_currency: CURRENCY.toLowerCase(),
          order_id: request.orderId,
          order_description: request.title,
          ipn_callback_url: request.noticeUrl,
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
        },
        signal,
      });
      const parsed = invoiceSchema.safeParse(reply);
      if (!parsed.success) throw new ProviderError('NOWPayments returned no invoice', 200);
      return { paymentId: parsed.data.id, invoiceUrl: parsed.data.invoice_url };
    },

    // There is no documented lookup by order id. No buyer has seen an invoice whose reply was lost, so creating another one charges no buyer twice.
    findInvoice: () => Promise.resolve(undefined),

    readPayment: async ({ chargeId }, signal) => (chargeId === null ? undefined : readPayment(chargeId, signal)),

    readNotice(rawBody, requestHeaders) {
      const notice = parseNotice(rawBody);
      // The documented example signs only the top-level members; the service itself signs everything.
      const expected = [stringifySorted(notice), stringifyByNames(notice)].map((text) =>
        sign('sha512', noticeSecret, text),
      );
      const given = requestHeaders['x-nowpayments-sig'];
      if (!isSignature(typeof given === 'string' ? given : undefined, expected)) throw new ApiError('unauthorized');
      const parsed = paymentSchema.safeParse(notice);
      if (!parsed.success) throw new ApiError('bad-request', 'The body is not a payment notice.');
      const report = toReport(parsed.data);
      return { eventId: rawBody.toString('base64'), report, invoiceId: parsed.data.invoice_id ?? null };
    },

    async confirm({ report }, signal) {
      if (!CONFIRMED_BY_PROVIDER.has(report.status) || report.chargeId === null) return report;
      const current = await readPayment(report.chargeId, signal);
      if (current === undefined || current.orderId !== report.orderId) {
        throw new ProviderError('NOWPayments has no payment for its own notice', 404);
      }
      return current;
    },
  };
}

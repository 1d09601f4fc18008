import * as z from 'zod';
import { ApiError } from '#contract/http/errors.ts';
import { formatTwoDecimals } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { BtcPaySettings } from '../config/payment-settings.ts';
import { readExactCents, readPaidCents, toPaidShare } from './exact-amounts.ts';
import { readInvoiceState, readNoticeReasons } from './btcpay-states.ts';
import { callProvider } from './call-provider.ts';
import { IN_PART } from '../orders/order-status.ts';
import { CURRENCY, ProviderError } from './payment-gateway.ts';
import type { Invoice, PaymentGateway, PaymentReport } from './payment-gateway.ts';
import { isSignature, parseNotice, sign } from './signatures.ts';

const MINUTE_MS = 60_000;

const metadataSchema = z.object({ orderId: z.string().nullish() }).nullish();

const invoiceSchema = z.object({
  id: z.string().min(1),
  checkoutLink: z.url({ protocol: /^https?$/ }),
  status: z.string().min(1).max(50),
  additionalStatus: z.string().nullish(),
  amount: z.union([z.string(), z.number()]),
  /** Missing in replies of versions before 2. */
  paidAmount: z.unknown().optional(),
  currency: z.string(),
  metadata: metadataSchema,
});
type BtcPayInvoice = z.output<typeof invoiceSchema>;

/** Sent with some types of notices. */
const flagSchema = z.boolean().nullish().catch(undefined);

const noticeSchema = z.object({
  deliveryId: z.string(),
  originalDeliveryId: z.string().nullish(),
  type: z.string().min(1).max(50),
  storeId: z.string(),
  invoiceId: z.string().min(1),
  afterExpiration: flagSchema,
  partiallyPaid: flagSchema,
  overPaid: flagSchema,
  metadata: metadataSchema,
});

function toReport(invoice: BtcPayInvoice): PaymentReport {
  const { status, additionalStatus } = invoice;
  const additional = additionalStatus ?? 'None';
  const state = readInvoiceState(status, additional);
  const amount = readExactCents(invoice.amount);
  const paid = amount === undefined ? undefined : readPaidCents(amount, invoice.paidAmount, invoice.amount);
  return {
    orderId: invoice.metadata?.orderId ?? '',
    ...state,
    // An amount that is not whole cents matches no order.
    amount: amount ?? (Number.NaN as Cents),
    currency: invoice.currency.toUpperCase(),
    chargeId: null,
    // Only for partial payments: any other paid state means that the whole price was paid, within the tolerance that the store allows.
    ...(IN_PART.has(state.status) &&
      paid !== undefined &&
      amount !== undefined && { paidShare: toPaidShare(paid, amount) }),
    reported: `${status}/${additional}`,
    isCurrent: true,
  };
}

/**
 * The gateway to BTCPay Server (Greenfield API). A notice names the changed invoice but not its status, so the invoice is read for each
 * notice. `now` returns the time in ms.
 */
export function createBtcPayGateway(
  { url, apiKey, storeId, noticeSecret }: BtcPaySettings,
  now: () => number,
): PaymentGateway {
  const headers = { authorization: `token ${apiKey}` };
  const invoicesUrl = `${url}/api/v1/stores/${encodeURIComponent(storeId)}/invoices`;

  const parseInvoice = (value: unknown): BtcPayInvoice => {
    const parsed = invoiceSchema.safeParse(value);
    if (!parsed.success) throw new ProviderError('BTCPay returned no invoice', 200);
    return parsed.data;
  };
  const toInvoice = ({ id, checkoutLink }: BtcPayInvoice): Invoice => ({ paymentId: id, invoiceUrl: checkoutLink });

  const readInvoice = async (id: string, signal: AbortSignal): Promise<PaymentReport | undefined> => {
    const reply = await callProvider({
      url: `${invoicesUrl}/${encodeURIComponent(id)}`,
      method: 'GET',
      headers,
      signal,
    });
    return reply === undefined ? undefined : toReport(parseInvoice(reply));
  };

  const findByOrder = async (orderId: string, signal: AbortSignal): Promise<BtcPayInvoice | undefined> => {
    const reply = await callProvider({
      url: `${invoicesUrl}?orderId=${encodeURIComponent(orderId)}`,
      method: 'GET',
      headers,
      signal,
    });
    const invoices = Array.isArray(reply) ? reply.map(parseInvoice) : [];
    return invoices.find(({ metadata }) => metadata?.orderId === orderId);
  };

  return {
    provider: 'btcpay',

    async createInvoice(request, signal) {
      const reply = await callProvider({
        url: invoicesUrl,
        method: 'POST',
        headers,
        body: {
          amount: formatTwoDecimals(request.amount),
          currency: CURRENCY,
          metadata: { orderId: request.orderId, itemDesc: request.title },
          checkout: {
            // The payment page must not expire before the reservation.
            expirationMinutes: Math.max(1, Math.ceil((request.expiresAt - now()) / MINUTE_MS)),
            redirectURL: request.successUrl,
            redirectAutomatically: true,
          },
        },
        signal,
      });
      return toInvoice(parseInvoice(reply));
    },

    async findInvoice(orderId, signal) {
      const invoice = await findByOrder(orderId, signal);
      return invoice && toInvoice(invoice);
    },

    async readPayment({ orderId, paymentId }, signal) {
      if (paymentId !== orderId) return readInvoice(paymentId, signal);
      const invoice = await findByOrder(orderId, signal);
      return invoice && toReport(invoice);
    },

    readNotice(rawBody, requestHeaders) {
      const notice = parseNotice(rawBody);
      const given = requestHeaders['btcpay-sig'];
      const expected = [`sha256=${sign('sha256', noticeSecret, rawBody)}`];
      if (!isSignature(typeof given === 'string' ? given : undefined, expected)) throw new ApiError('unauthorized');
      const parsed = noticeSchema.safeParse(notice);
      if (!parsed.success || parsed.data.storeId !== storeId) {
        throw new ApiError('bad-request', 'The body is not a notice about an invoice of this store.');
      }
      const { deliveryId, originalDeliveryId, invoiceId, type, metadata } = parsed.data;
      return {
        eventId: originalDeliveryId ?? deliveryId,
        invoiceId,
        report: {
          orderId: metadata?.orderId ?? '',
          status: type,
          amount: undefined,
          currency: undefined,
          chargeId: null,
          reasons: readNoticeReasons(parsed.data),
        },
      };
    },

    async confirm({ invoiceId, report }, signal) {
      const current = await readInvoice(invoiceId ?? '', signal);
      if (current === undefined) throw new ProviderError('BTCPay has no invoice for its own notice', 404);
      const reasons = [...new Set([...(current.reasons ?? []), ...(report.reasons ?? [])])];
      return { ...current, reasons, reported: `${report.status} ${current.reported}` };
    },
  };
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '#contract/money/money.ts';
import type { AttentionReason } from '#contract/orders/order-attention.ts';

export const PROVIDERS = ['nowpayments', 'btcpay', 'demo'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The only currency of the shop. */
export const CURRENCY = 'USD';

/** The data of a new invoice. */
export interface InvoiceRequest {
  /** The shop's order id, which the provider stores as its reference. */
  readonly orderId: string;
  readonly amount: Cents;
  readonly title: string;
  /** Where the buyer returns to. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Where the provider sends its notices. */
  readonly noticeUrl: string;
  /** Time in ms at which the order stops waiting. */
  readonly expiresAt: number;
}

export interface Invoice {
  readonly paymentId: string;
  readonly invoiceUrl: string;
}

/**
 * What a provider reports about a payment. `status` is one of `ORDER_STATUSES`, or the provider's own word if none of these means the same.
 */
export interface PaymentReport {
  readonly orderId: string;
  readonly status: string;
  /** The invoiced amount; undefined when the notice or reply does not contain it. */
  readonly amount: Cents | undefined;
  /** Upper case; undefined when the notice or reply does not contain it. */
  readonly currency: string | undefined;
  /** The provider's id of this payment, if an invoice can have several. */
  readonly chargeId: string | null;
  /** The paid share of the price, from 0 to 1; undefined when the provider does not report it. */
  readonly paidShare?: number | undefined;
  /** Why an administrator should look at the order, by the provider's table of states. */
  readonly reasons?: readonly AttentionReason[];
  /** The provider's own words, for the log. */
  readonly reported?: string;
  /** Whether the report was just read from the provider, rather than taken from a notice, which may be outdated. */
  readonly isCurrent?: boolean;
}

/** A notice with a valid signature. */
export interface PaymentNotice {
  /** The same for repetitions of a notice. */
  readonly eventId: string;
  /** The claimed status, which the provider must confirm. */
  readonly report: PaymentReport;
  readonly invoiceId: string | null;
}

/** Identifies a payment at its provider. */
export interface PaymentReference {
  readonly orderId: string;
  readonly paymentId: string;
  readonly chargeId: string | null;
}

/** The port to a payment provider. It is given no data of the buyer. Calls fail with a ProviderError or an abort. */
export interface PaymentGateway {
  readonly provider: Provider;
  createInvoice(request: InvoiceRequest, signal: AbortSignal): Promise<Invoice>;
  /** Finds an existing invoice of an order; undefined when there is none or the provider has no such lookup. */
  findInvoice(orderId: string, signal: AbortSignal): Promise<Invoice | undefined>;
  /** Reads the status of a payment; undefined when the provider has none yet. */
  readPayment(reference: PaymentReference, signal: AbortSignal): Promise<PaymentReport | undefined>;
  /** @throws ApiError bad-request when the body is no notice, unauthorized when the signature is wrong */
  readNotice(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentNotice;
  /** Confirms a genuine notice with the provider where the notice alone is not enough. */
  confirm(notice: PaymentNotice, signal: AbortSignal): Promise<PaymentReport>;
}

/** A failed call to a provider. */
export class ProviderError extends Error {
  /** The HTTP status; 0 when the provider cannot be reached. */
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
    this.status = status;
  }
}

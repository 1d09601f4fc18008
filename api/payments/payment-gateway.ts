import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '#contract/money.ts';

export const PROVIDERS = ['nowpayments', 'btcpay', 'demo'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Everything is sold in US dollars. */
export const CURRENCY = 'USD';

/** What an invoice is asked for. */
export interface InvoiceRequest {
  /** Our own id: the provider keeps it as its reference. */
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

/** How a payment stands, in the words of `ORDER_STATUSES` where the provider's mean the same. */
export interface PaymentReport {
  readonly orderId: string;
  readonly status: string;
  /** What was asked; undefined when the provider does not say it here. */
  readonly amount: Cents | undefined;
  /** Upper case; undefined when the provider does not say it here. */
  readonly currency: string | undefined;
  /** The provider's id of this payment, where an invoice can have several. */
  readonly chargeId: string | null;
}

/** A notice whose signature is good. */
export interface PaymentNotice {
  /** Equal for repetitions of one notice. */
  readonly eventId: string;
  /** What it is about, for the provider itself to confirm. */
  readonly report: PaymentReport;
  readonly invoiceId: string | null;
}

/** What names a payment at its provider. */
export interface PaymentReference {
  readonly orderId: string;
  readonly paymentId: string;
  readonly chargeId: string | null;
}

/** The port to a payment provider. It knows nothing of orders beyond their ids. Every call fails with a ProviderError or an abort. */
export interface PaymentGateway {
  readonly provider: Provider;
  createInvoice(request: InvoiceRequest, signal: AbortSignal): Promise<Invoice>;
  /** An invoice that was made for the order before; undefined when there is none or the provider cannot tell. */
  findInvoice(orderId: string, signal: AbortSignal): Promise<Invoice | undefined>;
  /** How the payment stands; undefined when the provider does not know it, or cannot tell yet. */
  readPayment(reference: PaymentReference, signal: AbortSignal): Promise<PaymentReport | undefined>;
  /** @throws ApiError bad-request when it is no notice, unauthorized when its signature is not the provider's */
  readNotice(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentNotice;
  /** What a genuine notice comes to: where its word alone is not enough, the provider is asked again. */
  confirm(notice: PaymentNotice, signal: AbortSignal): Promise<PaymentReport>;
}

/** The provider did not do what it was asked. */
export class ProviderError extends Error {
  /** 0 when it could not be reached. */
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
    this.status = status;
  }
}

import * as z from 'zod';
import { RESERVATION_MINUTES } from '#contract/limits.ts';

const MINUTE_MS = 60_000;

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const secret = z.string().min(8, 'must have at least 8 characters').optional();
const minutes = z.coerce.number<string>('a number of minutes').positive().max(10_080);

/** The part of the environment that payments are set up by. */
export const paymentEnvironment = {
  NOWPAYMENTS_API_KEY: secret,
  NOWPAYMENTS_IPN_SECRET: secret,
  NOWPAYMENTS_API_URL: url.default('https://api.nowpayments.io/v1'),
  BTCPAY_URL: url.optional(),
  BTCPAY_API_KEY: secret,
  BTCPAY_STORE_ID: z.string().min(1).optional(),
  BTCPAY_WEBHOOK_SECRET: secret,
  RESERVATION_MINUTES: minutes.default(RESERVATION_MINUTES),
  RESERVATION_GRACE_MINUTES: minutes.default(10),
  PAYMENT_TIMEOUT: z.coerce.number<string>('a number of seconds').min(0.1).max(25).default(8),
};

const environmentSchema = z.object(paymentEnvironment);

export interface NowPaymentsSettings {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Signs the provider's notices. */
  readonly noticeSecret: string;
}

export interface BtcPaySettings {
  readonly url: string;
  readonly apiKey: string;
  readonly storeId: string;
  /** Signs the provider's notices. */
  readonly noticeSecret: string;
}

/** The provider that receives payments. */
export type PaymentProviderSettings =
  | { readonly name: 'nowpayments'; readonly settings: NowPaymentsSettings }
  | { readonly name: 'btcpay'; readonly settings: BtcPaySettings }
  /** The simulator. */
  | { readonly name: 'demo' }
  | { readonly name: 'none' };

export interface PaymentSettings {
  readonly provider: PaymentProviderSettings;
  /** How long an unpaid order holds its stock, as its buyer is told, and how much longer it does. */
  readonly reservationMs: number;
  readonly graceMs: number;
  /** How long the provider may take to make an invoice, which is how long a buyer waits for the page at most. */
  readonly timeoutMs: number;
}

/** What the environment says of payments. `fail` is told which settings do not go together. */
export function toPaymentSettings(
  values: z.output<typeof environmentSchema>,
  isDemo: boolean,
  fail: (sentence: string) => never,
): PaymentSettings {
  return {
    provider: toProvider(values, isDemo, fail),
    reservationMs: values.RESERVATION_MINUTES * MINUTE_MS,
    graceMs: values.RESERVATION_GRACE_MINUTES * MINUTE_MS,
    timeoutMs: values.PAYMENT_TIMEOUT * 1_000,
  };
}

function toProvider(
  values: z.output<typeof environmentSchema>,
  isDemo: boolean,
  fail: (sentence: string) => never,
): PaymentProviderSettings {
  const { NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: noticeSecret, NOWPAYMENTS_API_URL: apiUrl } = values;
  if (apiKey !== undefined) {
    if (noticeSecret === undefined) {
      return fail('The setting NOWPAYMENTS_IPN_SECRET is missing: without it nobody learns that an order was paid.');
    }
    return { name: 'nowpayments', settings: { apiKey, noticeSecret, apiUrl } };
  }
  const { BTCPAY_URL, BTCPAY_API_KEY, BTCPAY_STORE_ID, BTCPAY_WEBHOOK_SECRET } = values;
  if (BTCPAY_URL !== undefined) {
    if (BTCPAY_API_KEY === undefined || BTCPAY_STORE_ID === undefined || BTCPAY_WEBHOOK_SECRET === undefined) {
      return fail('With BTCPAY_URL go the settings BTCPAY_API_KEY, BTCPAY_STORE_ID and BTCPAY_WEBHOOK_SECRET.');
    }
    const settings = {
      url: BTCPAY_URL,
      apiKey: BTCPAY_API_KEY,
      storeId: BTCPAY_STORE_ID,
      noticeSecret: BTCPAY_WEBHOOK_SECRET,
    };
    return { name: 'btcpay', settings };
  }
  return { name: isDemo ? 'demo' : 'none' };
}

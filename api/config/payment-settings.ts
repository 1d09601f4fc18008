import * as z from 'zod';
import { serviceAddressSchema } from './address-settings.ts';
import { MAX_STOCK_QUANTITY, MAX_UNPAID_UNITS, RESERVATION_MINUTES } from '#contract/limits.ts';

const MINUTE_MS = 60_000;

const url = serviceAddressSchema();
const secret = z.string().min(8, 'must have at least 8 characters').optional();
const minutes = z.coerce.number<string>('a number of minutes').positive().max(10_080);

/** The environment variables of payments. */
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
  MAX_UNPAID_UNITS: z.coerce
    .number<string>('a number of units')
    .int()
    .min(1)
    .max(MAX_STOCK_QUANTITY)
    .default(MAX_UNPAID_UNITS),
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
  /** How long an unpaid order reserves its stock, as shown to the buyer. */
  readonly reservationMs: number;
  /** Grace time that follows the reservation. */
  readonly graceMs: number;
  /** Maximum number of unpaid units of one product that a user holds. */
  readonly maxUnpaidUnits: number;
  /** Timeout of creating an invoice, which is the longest wait of a buyer for the payment page. */
  readonly timeoutMs: number;
}

/** Reads the payment settings from the environment. `fail` is called with a message when settings conflict. */
export function toPaymentSettings(
  values: z.output<typeof environmentSchema>,
  isDemo: boolean,
  fail: (message: string) => never,
): PaymentSettings {
  return {
    provider: toProvider(values, isDemo, fail),
    reservationMs: values.RESERVATION_MINUTES * MINUTE_MS,
    graceMs: values.RESERVATION_GRACE_MINUTES * MINUTE_MS,
    maxUnpaidUnits: values.MAX_UNPAID_UNITS,
    timeoutMs: values.PAYMENT_TIMEOUT * 1_000,
  };
}

function toProvider(
  values: z.output<typeof environmentSchema>,
  isDemo: boolean,
  fail: (message: string) => never,
): PaymentProviderSettings {
  const { NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: noticeSecret, NOWPAYMENTS_API_URL: apiUrl } = values;
  if (apiKey !== undefined) {
    if (noticeSecret === undefined) {
      return fail('NOWPAYMENTS_IPN_SECRET is missing: without it payments cannot be confirmed.');
    }
    return { name: 'nowpayments', settings: { apiKey, noticeSecret, apiUrl } };
  }
  const { BTCPAY_URL, BTCPAY_API_KEY, BTCPAY_STORE_ID, BTCPAY_WEBHOOK_SECRET } = values;
  if (BTCPAY_URL !== undefined) {
    if (BTCPAY_API_KEY === undefined || BTCPAY_STORE_ID === undefined || BTCPAY_WEBHOOK_SECRET === undefined) {
      return fail('BTCPAY_URL requires BTCPAY_API_KEY, BTCPAY_STORE_ID and BTCPAY_WEBHOOK_SECRET.');
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

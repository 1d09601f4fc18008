import type { Cents } from '#contract/money/money.ts';
import { parseJson } from './parse-versioned.ts';
import { createStoredValue } from './stored-value.ts';

/** A purchase that a buyer without a network got ready to pay for. */
export interface PaymentIntent {
  /** The user's id. */
  readonly sub: string;
  /** The key of the cart's entry. */
  readonly key: string;
  /** The total that the buyer saw. */
  readonly total: Cents;
  readonly readyAtMs: number;
}

/** The payment that the page asks the buyer about when the network is back, or null. A newer one replaces it. */
export const paymentIntent = createStoredValue<PaymentIntent | null>({
  key: 'to-pay',
  parse: (text) => ({ value: parseIntent(text) }),
  format: (intent) => (intent ? JSON.stringify(intent) : ''),
});

/** Forgets a user's intent: the one with this key, or whichever there is if no key is given. */
export const forgetIntent = ({ sub, key }: Pick<PaymentIntent, 'sub'> & Partial<Pick<PaymentIntent, 'key'>>): void =>
  paymentIntent.update((latest) => (latest?.sub === sub && (key === undefined || latest.key === key) ? null : latest));

/** Returns the stored intent; null if there is none, or if the text is malformed. */
function parseIntent(text: string | null): PaymentIntent | null {
  const { sub, key, total, readyAtMs } = (parseJson(text) ?? {}) as Partial<PaymentIntent>;
  const isIntent =
    typeof sub === 'string' &&
    typeof key === 'string' &&
    Number.isSafeInteger(total) &&
    Number.isSafeInteger(readyAtMs);
  return isIntent ? ({ sub, key, total, readyAtMs } as PaymentIntent) : null;
}

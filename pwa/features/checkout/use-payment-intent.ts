import { useSyncExternalStore } from 'react';
import type { User } from '#contract/account/user.ts';
import { paymentIntent } from '#pwa/platform/storage/payment-intent.ts';
import type { PaymentIntent } from '#pwa/platform/storage/payment-intent.ts';

/** Returns what a user got ready to pay on this device, live; null for nothing. */
export function usePaymentIntent({ sub }: User): PaymentIntent | null {
  const intent = useSyncExternalStore(paymentIntent.subscribe, paymentIntent.get);
  return intent?.sub === sub ? intent : null;
}

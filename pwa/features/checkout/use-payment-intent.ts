import { useSyncExternalStore } from 'react';
import type { User } from '#contract/account/user.ts';
import { paymentIntent } from '#pwa/platform/storage/payment-intent.ts';
import type { PaymentIntent } from '#pwa/platform/storage/payment-intent.ts';

/** Returns the item that a user has prepared for payment on this device, live; null when there is none. */
export function usePaymentIntent({ sub }: User): PaymentIntent | null {
  const intent = useSyncExternalStore(paymentIntent.subscribe, paymentIntent.get);
  return intent?.sub === sub ? intent : null;
}

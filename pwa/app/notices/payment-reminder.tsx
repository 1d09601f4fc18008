import { useEffect } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { User } from '#contract/account/user.ts';
import { entryTotal } from '#pwa/features/cart/cart-entry.ts';
import { useCart } from '#pwa/features/cart/use-cart.ts';
import { describeIntent } from '#pwa/features/checkout/describe-intent.ts';
import { goToPayment } from '#pwa/features/checkout/paying-item.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { readyMessages } from '#pwa/messages/en/checkout.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { forgetIntent } from '#pwa/platform/storage/payment-intent.ts';
import type { PaymentIntent } from '#pwa/platform/storage/payment-intent.ts';
import { usePaymentIntent } from '#pwa/features/checkout/use-payment-intent.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import styles from './app-notices.module.css';

/** Asks for the payment of an item that was prepared offline, once the network is back and the item's price and stock are known again. */
export function PaymentReminder({ user }: { readonly user: User }) {
  const intent = usePaymentIntent(user);
  return intent && <Reminder intent={intent} />;
}

function Reminder({ intent }: { readonly intent: PaymentIntent }) {
  const { entries } = useCart();
  const isOnline = useOnline();
  const status = useSyncStatus(CART_SHOP.key, (last) => last);
  const entry = entries?.find(({ key }) => key === intent.key);
  // The item was removed from the cart, or ordered, here or on another device.
  const isOver = Boolean(entries) && !entry;
  useEffect(() => {
    if (isOver) forgetIntent(intent);
  }, [isOver, intent]);
  const isFresh = status?.problem === null && (status.lastPulledAtMs ?? 0) > intent.readyAtMs;
  if (!entry || !isOnline || !isFresh) return null;
  const now = entryTotal(entry);
  return (
    <div className={styles['notice']}>
      <p className={styles['text']}>{describeIntent(entry.line.title, { was: intent.total, now })}</p>
      <div className={styles['tools']}>
        {now > 0 && (
          <Button
            look="primary"
            onClick={() => {
              forgetIntent(intent);
              goToPayment(entry.key);
            }}
          >
            {readyMessages.payNow}
          </Button>
        )}
        <IconButton icon="close" label={noticeMessages.dismiss} onClick={() => forgetIntent(intent)} />
      </div>
    </div>
  );
}

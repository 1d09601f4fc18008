import { PaymentResult } from '#pwa/features/checkout/payment-result.tsx';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { messages } from '#pwa/messages/en.ts';
import { goToAccount } from '#pwa/platform/account-address.ts';
import { useSearch } from '#pwa/platform/navigation.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import styles from './message-screen.module.css';

/** Where a payment page sends the buyer back to. `?order=` names the order. */
export function PaymentResultScreen({ outcome }: { readonly outcome: 'success' | 'cancel' }) {
  const orderId = new URLSearchParams(useSearch()).get('order');
  useDocumentTitle(messages.title(lazyMessages.payment[outcome].title));
  return (
    <div className={styles['message']}>
      <PaymentResult outcome={outcome} orderId={orderId} onAccount={() => goToAccount('orders')} />
    </div>
  );
}

import { SignIn } from '#pwa/features/account/sign-in.tsx';
import { PaymentStatus, PaymentText } from '#pwa/features/checkout/payment-status.tsx';
import type { PaymentOutcome } from '#pwa/features/checkout/select-payment-message.ts';
import { paymentMessages } from '#pwa/messages/en/checkout.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { useSearch } from '#pwa/platform/browser/navigation.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import styles from './payment-result-screen.module.css';

/** Lazy, so that the screen is drawn first: the code of the user's database is larger than everything else here. */
const loadResult = lazyPart(() => import('#pwa/features/checkout/payment-result.tsx'));
const goToOrders = (): void => goToAccount('orders');

/** The page to which a payment page returns. `?order=` names the order; without it only general texts are shown. */
export function PaymentResultScreen({ outcome }: { readonly outcome: PaymentOutcome }) {
  const orderId = new URLSearchParams(useSearch()).get('order');
  useDocumentTitle(messages.title(paymentMessages.tab));
  return (
    <div className={styles['result']}>
      {orderId ? (
        <ResultOfOrder outcome={outcome} orderId={orderId} />
      ) : (
        <PaymentText outcome={outcome} onAccount={goToOrders} />
      )}
    </div>
  );
}

function ResultOfOrder({ outcome, orderId }: { readonly outcome: PaymentOutcome; readonly orderId: string }) {
  const user = useUser();
  const live = useLazyModule(loadResult, user !== undefined);
  const texts = { outcome, onAccount: goToOrders };
  if (user && live) return <live.PaymentResult {...texts} orderId={orderId} />;
  if (user) return <PaymentStatus {...texts} found={{ state: 'loading' }} />;
  if (outcome === 'cancel') return <PaymentText outcome="cancel" onAccount={goToOrders} />;
  // The payment page may have opened in another browser: only the buyer sees the order's state.
  return (
    <>
      <h1>{paymentMessages.signedOut.title}</h1>
      <p>{paymentMessages.signedOut.text}</p>
      <SignIn />
    </>
  );
}

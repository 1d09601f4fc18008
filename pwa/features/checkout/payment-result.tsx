import { paymentMessages } from '#pwa/messages/en/checkout.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { selectPaymentMessage } from './select-payment-message.ts';
import type { PaymentOutcome } from './select-payment-message.ts';
import styles from './payment-result.module.css';
import { usePaidOrder } from './use-paid-order.ts';

interface PaymentTextProps {
  readonly outcome: PaymentOutcome;
  readonly onAccount: () => void;
}

/** What the specification says of a payment that went well, or that did not. */
export const PaymentText = ({ outcome, onAccount }: PaymentTextProps) => {
  const texts = paymentMessages[outcome];
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <Button look="primary" onClick={onAccount}>
        {texts.action}
      </Button>
    </>
  );
};

/** What became of the payment of an order; changes by itself. */
export function PaymentResult({ outcome, orderId, onAccount }: PaymentTextProps & { readonly orderId: string }) {
  const found = usePaidOrder(orderId);
  const verdict = selectPaymentMessage(outcome, found);
  if (verdict === 'success' || verdict === 'cancel') return <PaymentText outcome={verdict} onAccount={onAccount} />;
  const texts = paymentMessages[verdict];
  return (
    <>
      <div role="status" className={styles['status']}>
        {verdict === 'waiting' && (
          <span className={styles['spinner']}>
            <Spinner />
          </span>
        )}
        <h1>{texts.title}</h1>
        {found.state === 'known' && (
          <p className={styles['order']}>
            {orderMessages.named(found.order.title, found.order.total_amount)}{' '}
            <span className={styles['badge']}>{found.order.payment_status}</span>
          </p>
        )}
        <p>{texts.text}</p>
      </div>
      <Button look={verdict === 'waiting' ? 'secondary' : 'primary'} onClick={onAccount}>
        {texts.action}
      </Button>
    </>
  );
}

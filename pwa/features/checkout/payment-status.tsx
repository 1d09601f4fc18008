import { paymentMessages } from '#pwa/messages/en/checkout.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { paymentName } from '#pwa/messages/term-names.ts';
import type { FoundOrder } from '#pwa/platform/storage/use-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { selectPaymentMessage } from './select-payment-message.ts';
import type { PaymentOutcome } from './select-payment-message.ts';
import styles from './payment-result.module.css';

export interface PaymentTextProps {
  readonly outcome: PaymentOutcome;
  readonly onAccount: () => void;
}

/** The specified text of a successful or a canceled payment. */
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

/** The payment status of an order, as far as it is known. */
export function PaymentStatus({ outcome, found, onAccount }: PaymentTextProps & { readonly found: FoundOrder }) {
  const message = selectPaymentMessage(outcome, found);
  if (message === 'success' || message === 'cancel') return <PaymentText outcome={message} onAccount={onAccount} />;
  const texts = paymentMessages[message];
  return (
    <>
      <div role="status" className={styles['status']}>
        {message === 'waiting' && (
          <span className={styles['spinner']}>
            <Spinner />
          </span>
        )}
        <h1>{texts.title}</h1>
        {found.state === 'known' && (
          <p className={styles['order']}>
            <bdi>{found.order.title}</bdi>, {formatDollarPrice(found.order.total_amount)}{' '}
            <span className={styles['badge']}>{paymentName(found.order.payment_status)}</span>
          </p>
        )}
        <p>{texts.text}</p>
      </div>
      <Button look={message === 'waiting' ? 'secondary' : 'primary'} onClick={onAccount}>
        {texts.action}
      </Button>
    </>
  );
}

import { MONEY_MOVES } from '#contract/order-status.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './payment-result.module.css';
import { usePaidOrder } from './use-paid-order.ts';

export type PaymentOutcome = 'success' | 'cancel';

interface PaymentTextProps {
  readonly outcome: PaymentOutcome;
  readonly onAccount: () => void;
}

/** What the specification says of a payment that went well, or that did not. */
export const PaymentText = ({ outcome, onAccount }: PaymentTextProps) => {
  const texts = lazyMessages.payment[outcome];
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

/** What became of the payment of an order, by what the server confirmed and not by the address alone; changes by itself. */
export function PaymentResult({ outcome, orderId, onAccount }: PaymentTextProps & { readonly orderId: string }) {
  const found = usePaidOrder(orderId);
  const status = found.state === 'known' ? found.order.payment_status : undefined;
  if (status === 'finished') return <PaymentText outcome="success" onAccount={onAccount} />;
  const isWaiting = status === undefined ? found.state === 'asking' : !HAS_FAILED.has(status);
  const isMoneyMoving = MONEY_MOVES.some((move) => move === status);
  // Who went back without paying is not told to wait for a payment.
  if (outcome === 'cancel' && !isMoneyMoving) return <PaymentText outcome="cancel" onAccount={onAccount} />;
  const { payment } = lazyMessages;
  const texts = found.state === 'unknown' ? payment.unknown : isWaiting ? payment.waiting : payment.failed;
  return (
    <>
      <div role="status" className={styles['status']}>
        {isWaiting && (
          <span className={styles['spinner']}>
            <Spinner />
          </span>
        )}
        <h1>{texts.title}</h1>
        {found.state === 'known' && (
          <p className={styles['order']}>
            {lazyMessages.orders.named(found.order.title, found.order.total_amount)}{' '}
            <span className={styles['badge']}>{found.order.payment_status}</span>
          </p>
        )}
        <p>{texts.text}</p>
      </div>
      <Button look={isWaiting ? 'secondary' : 'primary'} onClick={onAccount}>
        {texts.action}
      </Button>
    </>
  );
}

const HAS_FAILED: ReadonlySet<string> = new Set(['failed', 'expired', 'refunded']);

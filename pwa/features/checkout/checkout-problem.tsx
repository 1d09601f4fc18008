import type { ReactNode } from 'react';
import type { Cents } from '#contract/money.ts';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { formatTotal } from '#pwa/messages/format-price.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { CheckoutProblem } from './use-checkout.ts';
import styles from './checkout-window.module.css';

interface CheckoutProblemTextProps {
  readonly problem: CheckoutProblem | undefined;
  /** What all units cost now, and what the buyer has agreed to before. */
  readonly price: { readonly now: Cents; readonly seen: Cents };
  readonly wanted: number;
  readonly available: number;
  readonly isOnline: boolean;
  readonly onTake: (quantity: number) => void;
}

/** What stands in the way of the order, or is to be known before it, and what can be done about it. */
export function CheckoutProblemText({ problem, ...known }: CheckoutProblemTextProps): ReactNode {
  const hasFailed = problem?.kind === 'unknown' || problem?.kind === 'refused';
  return (
    <>
      <div role="status">
        <Known {...known} isRefused={problem?.kind === 'price'} />
      </div>
      <div role="alert">
        {problem?.kind === 'elsewhere' && <p className={styles['problem']}>{checkoutMessages.elsewhere}</p>}
        {hasFailed && (
          <div className={styles['problem']}>
            <p lang={checkoutMessages.failureLanguage}>{checkoutMessages.failure}</p>
            <p>{problem.kind === 'unknown' ? checkoutMessages.unknown : errorMessage(problem.code)}</p>
          </div>
        )}
      </div>
    </>
  );
}

type KnownProps = Omit<CheckoutProblemTextProps, 'problem'> & { readonly isRefused: boolean };

function Known({ price, wanted, available, isOnline, isRefused, onTake }: KnownProps) {
  if (available <= 0 || price.now <= 0) return <p className={styles['notice']}>{cartMessages.none}</p>;
  return (
    <>
      {available < wanted && (
        <div className={styles['notice']}>
          <p>{cartMessages.few(available)}</p>
          <Button onClick={() => onTake(available)}>{cartMessages.take(available)}</Button>
        </div>
      )}
      {price.now !== price.seen && (
        <p className={styles['notice']}>
          {checkoutMessages.priceChanged(formatTotal(price.seen), formatTotal(price.now))}
          {isRefused && ` ${checkoutMessages.nothingOrdered}`}
        </p>
      )}
      {!isOnline && <p className={styles['notice']}>{checkoutMessages.offline}</p>}
    </>
  );
}

import type { ReactNode } from 'react';
import type { Cents } from '#contract/money/money.ts';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { UnitLimit } from './read-rejection.ts';
import type { CheckoutProblem } from './use-checkout.ts';
import styles from './checkout-window.module.css';

interface CheckoutProblemTextProps {
  readonly problem: CheckoutProblem | undefined;
  /** The current total of all units, and the total that the buyer accepted. */
  readonly price: { readonly now: Cents; readonly seen: Cents };
  /** Units in the cart, and units in stock. */
  readonly wanted: number;
  readonly available: number;
  readonly isOnline: boolean;
  readonly onTake: (quantity: number) => void;
}

/** Notices about the price, the stock and the connection, and the error of the last attempt to order. */
export function CheckoutProblemText({ problem, ...item }: CheckoutProblemTextProps): ReactNode {
  const hasFailed = problem?.kind === 'unknown' || problem?.kind === 'rejected';
  return (
    <>
      <div role="status">
        <ItemNotices {...item} isPriceRejected={problem?.kind === 'price'} />
        {problem?.kind === 'units' && <UnitsNotice limit={problem.limit} held={problem.held} onTake={item.onTake} />}
      </div>
      <div role="alert">
        {problem?.kind === 'elsewhere' && <p className={styles['problem']}>{checkoutMessages.elsewhere}</p>}
        {hasFailed && (
          <div className={styles['problem']}>
            <p lang={checkoutMessages.failureLanguage}>{checkoutMessages.failure}</p>
            {checkoutMessages.failureMeaning && <p>{checkoutMessages.failureMeaning}</p>}
            <p>{problem.kind === 'unknown' ? checkoutMessages.unknown : errorMessage(problem.code)}</p>
          </div>
        )}
      </div>
    </>
  );
}

type UnitsNoticeProps = UnitLimit & Pick<CheckoutProblemTextProps, 'onTake'>;

function UnitsNotice({ limit, held, onTake }: UnitsNoticeProps) {
  const allowed = limit - held;
  if (allowed <= 0) return <p className={styles['notice']}>{checkoutMessages.noUnits}</p>;
  return (
    <div className={styles['notice']}>
      <p>{held === 0 ? checkoutMessages.mostUnits(limit) : checkoutMessages.moreUnits(allowed)}</p>
      <Button onClick={() => onTake(allowed)}>{cartMessages.take(allowed)}</Button>
    </div>
  );
}

type ItemNoticesProps = Omit<CheckoutProblemTextProps, 'problem'> & { readonly isPriceRejected: boolean };

function ItemNotices({ price, wanted, available, isOnline, isPriceRejected, onTake }: ItemNoticesProps) {
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
          {checkoutMessages.priceChanged(formatPrice(price.seen), formatPrice(price.now))}
          {isPriceRejected && ` ${checkoutMessages.nothingOrdered}`}
        </p>
      )}
      {!isOnline && <p className={styles['notice']}>{checkoutMessages.offline}</p>}
    </>
  );
}

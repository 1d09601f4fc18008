import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { isHttpUrl } from './payment-tab.ts';
import { Button, buttonClass, IconButton } from '#pwa/ui/button.tsx';
import type { PlacedOrder } from './use-checkout.ts';
import styles from './order-placed-notice.module.css';

interface OrderPlacedNoticeProps {
  readonly placed: PlacedOrder;
  /** Shows the orders. */
  readonly onOrders: () => void;
  /** Opens the form of the next item of the cart; undefined without one. */
  readonly onNext?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The confirmation of an order just placed, with a link to its payment and a button for the cart's next item, or for the orders. */
export function OrderPlacedNotice({ placed, onOrders, onNext, onClose }: OrderPlacedNoticeProps) {
  const { order, paymentUrl, isPageOpen } = placed;
  const canPay = paymentUrl !== null && isHttpUrl(paymentUrl);
  return (
    <div className={styles['notice']}>
      <div role="status">
        <p className={styles['title']} dir="auto">
          {checkoutMessages.ordered(order.title)}
        </p>
        <p>
          {canPay
            ? checkoutMessages[isPageOpen ? 'paymentOpened' : 'paymentBlocked']
            : checkoutMessages.paymentPrepared}
        </p>
      </div>
      <div className={styles['tools']}>
        {canPay && !isPageOpen && (
          <a className={buttonClass('primary')} href={paymentUrl} target="_blank" rel="noopener noreferrer">
            {checkoutMessages.payNow}
          </a>
        )}
        {onNext ? (
          <Button look={canPay && !isPageOpen ? 'secondary' : 'primary'} onClick={onNext}>
            {checkoutMessages.payNext}
          </Button>
        ) : (
          <Button onClick={onOrders}>{checkoutMessages.orders}</Button>
        )}
      </div>
      <IconButton icon="close" label={checkoutMessages.dismiss} className={styles['close'] ?? ''} onClick={onClose} />
    </div>
  );
}

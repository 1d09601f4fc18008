import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { isWebAddress } from '#pwa/platform/pay-tab.ts';
import { Button, buttonClass, IconButton } from '#pwa/ui/button.tsx';
import type { Ordered } from './use-checkout.ts';
import styles from './ordered-note.module.css';

interface OrderedNoteProps {
  readonly ordered: Ordered;
  /** Shows the orders. */
  readonly onOrders: () => void;
  readonly onClose: () => void;
}

/** What became of an order that was made a moment ago: where it is found and where it is paid. */
export function OrderedNote({ ordered, onOrders, onClose }: OrderedNoteProps) {
  const { order, paymentUrl, isPageOpen } = ordered;
  const { checkout } = lazyMessages;
  const canPay = paymentUrl !== null && isWebAddress(paymentUrl);
  return (
    <div className={styles['note']}>
      <div role="status">
        <p className={styles['title']} dir="auto">
          {checkout.ordered(order.title)}
        </p>
        <p>{canPay ? checkout[isPageOpen ? 'paymentOpened' : 'paymentBlocked'] : checkout.paymentPrepared}</p>
      </div>
      <div className={styles['tools']}>
        {canPay && !isPageOpen && (
          <a className={buttonClass('primary')} href={paymentUrl} target="_blank" rel="noopener noreferrer">
            {checkout.payNow}
          </a>
        )}
        <Button onClick={onOrders}>{checkout.orders}</Button>
      </div>
      <IconButton icon="close" label={checkout.dismiss} className={styles['close'] ?? ''} onClick={onClose} />
    </div>
  );
}

import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { hasInvoice, isPayable } from '#contract/orders/order-status.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { Order } from '#contract/orders/order.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { markedCondition } from '#pwa/messages/term-names.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { Decorated } from '#pwa/ui/decorated.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { PreviewImage } from '#pwa/ui/media/preview-image.tsx';
import { addressLines } from './address-lines.ts';
import cardStyles from './order-card.module.css';
import styles from './order-page.module.css';
import { OrderTimeline } from './order-timeline.tsx';

interface OrderPageProps {
  readonly order: Order;
  /** Further actions for the order, beside paying and printing. */
  readonly actions: ReactNode;
}

/** One order: its facts, its steps, and where it is sent. */
export function OrderPage({ order, actions }: OrderPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The clicked link is no longer on the screen, so the focus was lost.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className={styles['page']} aria-label={orderMessages.orderOf(order.title)}>
      <header className={styles['head']}>
        <span className={cardStyles['image']}>
          <PreviewImage src={order.preview} sizePx={120} fallback={<Icon name="cart" />} />
        </span>
        <div className={styles['facts']}>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {order.title}
          </h2>
          <p className={styles['soft']}>
            <Decorated text={markedCondition(order.condition)} /> · {orderMessages.quantity(order.quantity)}
          </p>
          <p className={styles['total']}>{formatDollarPrice(order.total_amount)}</p>
          <p className={styles['soft']}>{orderPageMessages.number(orderName(order))}</p>
        </div>
      </header>
      <div className={styles['columns']}>
        <OrderTimeline order={order} />
        <ShipTo lines={addressLines(order)} />
      </div>
      <div className={styles['actions']}>
        {isPayable(order) && order.invoice_url !== null && (
          <a className={buttonClass('primary')} href={order.invoice_url} target="_blank" rel="noopener">
            {orderMessages.payNow}
          </a>
        )}
        {actions}
        {hasInvoice(order) && (
          <Button onClick={() => print()}>
            <LazyIcon name="print" />
            {orderPageMessages.print}
          </Button>
        )}
      </div>
    </article>
  );
}

const ShipTo = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length > 0 && (
    <section className={styles['shipTo']}>
      <h3>{orderPageMessages.shipTo}</h3>
      <address>{lines.join('\n')}</address>
    </section>
  );

import { markedCondition, paymentName } from '#pwa/messages/term-names.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import { isDeletable, isPayable } from '#contract/orders/order-status.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { Order } from '#contract/orders/order.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { Decorated } from '#pwa/ui/decorated.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { PreviewImage } from '#pwa/ui/media/preview-image.tsx';
import styles from './order-card.module.css';
import { describePayment } from './describe-payment.ts';
import { OrderLink } from './order-link.tsx';
import { Parcel } from './parcel.tsx';
import { orderStatusTone } from '#pwa/ui/order-status-tone.ts';
import { describeWait } from './time-left.ts';
import type { RejectedDeletion } from './use-orders.ts';

const TICK_MS = 10_000;

interface OrderCardProps {
  readonly order: Order;
  /** The rejected deletion of this order. */
  readonly rejection: RejectedDeletion | undefined;
  readonly onDelete: (order: Order) => void;
  readonly onDismiss: (rejection: RejectedDeletion) => void;
}

/** One order: product, payment status, parcel and actions. */
export function OrderCard({ order, rejection, onDelete, onDismiss }: OrderCardProps) {
  const condition = CONDITIONS.find(({ key }) => key === order.condition);
  return (
    <article className={styles['card']} aria-label={orderMessages.orderOf(order.title)}>
      <span className={styles['image']}>
        <PreviewImage src={order.preview} sizePx={88} fallback={<Icon name="cart" />} />
      </span>
      <div className={styles['facts']}>
        <h2 className={styles['title']}>{order.title}</h2>
        <p className={styles['soft']}>
          {condition && <Decorated text={`${markedCondition(condition.key)} · `} />}
          {orderMessages.quantity(order.quantity)}
        </p>
        <p className={styles['total']}>{formatDollarPrice(order.total_amount)}</p>
      </div>
      <p className={styles['named']}>
        {formatTime(order.created_at)} · <span className={styles['id']}>{orderName(order)}</span>
      </p>
      <div className={styles['states']}>
        <span>
          {orderMessages.payment}{' '}
          <span className={styles['badge']} data-tone={orderStatusTone(order.payment_status)}>
            {paymentName(order.payment_status)}
          </span>
        </span>
        <span>
          {orderMessages.parcel} <Parcel order={order} />
        </span>
      </div>
      {describePayment(order).map((sentence) => (
        <p key={sentence} className={styles['hint']}>
          {sentence}
        </p>
      ))}
      <Actions order={order} onDelete={onDelete} />
      {rejection && (
        <div className={styles['rejection']} role="alert">
          <p>
            <strong>{orderMessages.notDeleted}</strong> {errorMessage(rejection.code)}
          </p>
          <Button look="quiet" onClick={() => onDismiss(rejection)}>
            {orderMessages.understood}
          </Button>
        </div>
      )}
    </article>
  );
}

function Actions({ order, onDelete }: Pick<OrderCardProps, 'order' | 'onDelete'>) {
  const nowMs = useNow(TICK_MS);
  // Device clocks differ: only the server ends the time to pay, so the link stays while the server returns it.
  const canPay = isPayable(order);
  const hint = describeWait(order, nowMs);
  return (
    <div className={styles['actions']}>
      {hint !== undefined && (
        <p className={styles['time']}>
          <LazyIcon name="clock" />
          {hint}
        </p>
      )}
      <OrderLink order={order} />
      {isDeletable(order) && (
        <Button aria-label={orderMessages.deleteOrderOf(order.title)} onClick={() => onDelete(order)}>
          {orderMessages.delete}
        </Button>
      )}
      {canPay && order.invoice_url !== null && (
        <a className={buttonClass('primary')} href={order.invoice_url} target="_blank" rel="noopener">
          {orderMessages.payNow}
        </a>
      )}
    </div>
  );
}

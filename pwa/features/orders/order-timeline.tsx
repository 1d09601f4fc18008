import type { ReactNode } from 'react';
import type { Order } from '#contract/orders/order.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { paymentName } from '#pwa/messages/term-names.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { orderStatusTone } from '#pwa/ui/order-status-tone.ts';
import { useNow } from '#pwa/ui/use-now.ts';
import cardStyles from './order-card.module.css';
import styles from './order-timeline.module.css';
import { describePayment } from './describe-payment.ts';
import { Parcel, Tracking } from './parcel.tsx';
import { describeWait } from './time-left.ts';

const TICK_MS = 10_000;
/** In these statuses, an order that was not sent yet has no shipping step. */
const ENDED: ReadonlySet<string> = new Set(['expired', 'failed', 'refunded']);

/** The steps of an order: placed, paid, sent, each with its time once it is done. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const { created_at, paid_at = null, sent_at = null, payment_status, shipped } = order;
  const nowMs = useNow(TICK_MS);
  const wait = describeWait(order, nowMs);
  const isPaid = payment_status === 'finished' || paid_at !== null;
  return (
    <ol className={styles['timeline']} aria-label={orderPageMessages.timeline}>
      <Step isDone title={orderPageMessages.placed} time={created_at} />
      <Step isDone={isPaid} title={isPaid ? orderPageMessages.paid : orderPageMessages.payment} time={paid_at}>
        {payment_status !== 'finished' && (
          <span className={cardStyles['badge']} data-tone={orderStatusTone(payment_status)}>
            {paymentName(payment_status)}
          </span>
        )}
        {describePayment(order).map((sentence) => (
          <span key={sentence} className={cardStyles['hint']}>
            {sentence}
          </span>
        ))}
        {wait !== undefined && <span className={styles['soft']}>{wait}</span>}
      </Step>
      {(shipped || !ENDED.has(payment_status)) && (
        <Step isDone={shipped} title={shipped ? orderMessages.sent : orderPageMessages.shipping} time={sent_at}>
          {shipped ? <Tracking order={order} /> : <Parcel order={order} />}
        </Step>
      )}
    </ol>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  /** ISO 8601; null where it is not known. */
  readonly time: string | null;
  readonly children?: ReactNode;
}

const Step = ({ isDone, title, time, children }: StepProps) => (
  <li className={styles['step']} data-done={isDone || undefined}>
    <span className={styles['mark']}>{isDone && <LazyIcon name="check" />}</span>
    <div className={styles['text']}>
      <strong>{title}</strong>
      {isDone && time !== null && (
        <time className={styles['soft']} dateTime={time}>
          {formatTime(time)}
        </time>
      )}
      {children}
    </div>
  </li>
);

import { paymentName } from '#pwa/messages/term-names.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { ShipmentDraft } from '#sync/api/admin-api.ts';
import styles from './order-card.module.css';
import { describeMailProblem } from './describe-mail-problem.ts';
import { describeAttention } from './describe-attention.ts';
import { ContactDetails, OrderFacts } from './order-facts.tsx';
import { PreviewImage } from '#pwa/ui/media/preview-image.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { needsAttention } from './select-orders.ts';
import { ShipmentForm } from './shipment-form.tsx';
import { orderStatusTone } from '#pwa/ui/order-status-tone.ts';
import type { OrderChanges, RejectedChange } from './use-admin-orders.ts';

/** Actions of a card, performed by the page around it. */
export interface CardActions extends Pick<OrderChanges, 'sendAgain' | 'discard'> {
  readonly onWrite: (order: AdminOrder, draft: ShipmentDraft | null) => void;
  readonly onShip: (order: AdminOrder, isSent: boolean) => void;
  readonly onDelete: (order: AdminOrder) => void;
  readonly onSlip: (order: AdminOrder) => void;
}

interface OrderCardProps {
  readonly order: AdminOrder;
  readonly draft: ShipmentDraft | undefined;
  /** Whether a change of the order is pending. */
  readonly isPending: boolean;
  readonly rejectedChange: RejectedChange | undefined;
  readonly actions: CardActions;
}

/** One order with its shipment form. */
export function OrderCard({ order, draft, isPending, rejectedChange, actions }: OrderCardProps) {
  const title = order.title === '' ? adminOrderMessages.dash : order.title;
  return (
    <article className={styles['card']} aria-label={adminOrderMessages.cardOf(title, orderName(order))}>
      <header className={styles['head']}>
        <PreviewImage src={order.preview} sizePx={96} className={styles['image']} />
        <h3 dir="auto">{title}</h3>
        <span className={styles['badge']} data-tone={orderStatusTone(order.payment_status)}>
          {paymentName(order.payment_status)}
        </span>
      </header>
      {needsAttention(order) && <p className={styles['attention']}>{describeAttention(order.needs_attention)}</p>}
      <OrderFacts order={order} />
      <ContactDetails order={order} />
      <ShipmentForm
        order={order}
        draft={draft}
        onWrite={(written) => actions.onWrite(order, written)}
        onShip={(isSent) => actions.onShip(order, isSent)}
      />
      {order.mail_problem && (
        <p className={styles['note']} dir="auto">
          {adminOrderMessages.mailProblem(describeMailProblem(order.mail_problem))}
        </p>
      )}
      <footer className={styles['foot']}>
        <p className={styles['pending']} role="status">
          {isPending && (
            <>
              <LazyIcon name="clock" />
              {adminOrderMessages.waiting}
            </>
          )}
        </p>
        <Button look="quiet" onClick={() => actions.onSlip(order)}>
          {adminOrderMessages.slip}
        </Button>
        {order.payment_status === 'expired' && (
          <Button className={styles['delete']} onClick={() => actions.onDelete(order)}>
            <LazyIcon name="trash" />
            {adminOrderMessages.delete}
          </Button>
        )}
      </footer>
      {rejectedChange && (
        <RejectedNotice change={rejectedChange} sendAgain={actions.sendAgain} discard={actions.discard} />
      )}
    </article>
  );
}

import { useId } from 'react';
import { paymentName } from '#pwa/messages/term-names.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
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
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly draft: ShipmentDraft | undefined;
  /** Whether a change of the order is pending. */
  readonly isPending: boolean;
  readonly rejectedChange: RejectedChange | undefined;
  readonly actions: CardActions;
}

/** One order: a row that opens to its facts, its address and its shipment. */
export function OrderCard({ order, isOpen, onToggle, draft, isPending, rejectedChange, actions }: OrderCardProps) {
  const id = useId();
  const title = titleOf(order);
  return (
    <article
      className={styles['card']}
      aria-label={adminOrderMessages.cardOf(title, orderName(order))}
      data-order={order.id}
    >
      <h3 className={styles['heading']}>
        <button type="button" className={styles['line']} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <OrderLine order={order} />
        </button>
      </h3>
      {needsAttention(order) && <p className={styles['attention']}>{describeAttention(order.needs_attention)}</p>}
      <div id={id} className={styles['open']} hidden={!isOpen}>
        {isOpen && (
          <>
            <ShipmentForm
              order={order}
              draft={draft}
              onWrite={(written) => actions.onWrite(order, written)}
              onShip={(isSent) => actions.onShip(order, isSent)}
            />
            <ContactDetails order={order} />
            <OrderFacts order={order} />
            <footer className={styles['foot']}>
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
          </>
        )}
      </div>
      {order.mail_problem && (
        <p className={styles['note']} dir="auto">
          {adminOrderMessages.mailProblem(describeMailProblem(order.mail_problem))}
        </p>
      )}
      <p className={styles['pending']} role="status">
        {isPending && (
          <>
            <LazyIcon name="clock" />
            {adminOrderMessages.waiting}
          </>
        )}
      </p>
      {rejectedChange && (
        <RejectedNotice change={rejectedChange} sendAgain={actions.sendAgain} discard={actions.discard} />
      )}
    </article>
  );
}

/** What tells orders apart at a glance: image, title, buyer, city, total and state. */
const OrderLine = ({ order }: { readonly order: AdminOrder }) => (
  <>
    <span className={styles['picture']}>
      <PreviewImage src={order.preview} sizePx={96} fallback={<LazyIcon name="image" />} />
    </span>
    <span className={styles['title']} dir="auto">
      {titleOf(order)}
    </span>
    <span className={styles['buyer']} dir="auto">
      {[orderName(order), order.contact_name, order.city].filter((text) => text.trim() !== '').join(' · ')}
    </span>
    <span className={styles['total']}>{formatDollarPrice(order.total_amount)}</span>
    <span className={styles['states']}>
      <span className={styles['badge']} data-tone={orderStatusTone(order.payment_status)}>
        {paymentName(order.payment_status)}
      </span>
      <span className={classNames(styles['badge'], styles['parcelState'])} data-sent={order.shipped || undefined}>
        {order.shipped ? adminOrderMessages.sent : adminOrderMessages.notSent}
      </span>
    </span>
  </>
);

const titleOf = ({ title }: AdminOrder): string => (title === '' ? adminOrderMessages.dash : title);

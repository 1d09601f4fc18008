import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toShipment } from '#sync/admin/store/overlay-admin-orders.ts';
import styles from './order-card.module.css';
import type { OrderChanges, OrderOperation, RejectedChange } from './use-admin-orders.ts';

const { reasons } = adminOrderMessages;

interface RejectedNoticeProps extends Pick<OrderChanges, 'sendAgain' | 'discard'> {
  readonly change: RejectedChange;
}

/** Explains why a change of an order was rejected, with its possible actions. */
export function RejectedNotice({ change, sendAgain, discard }: RejectedNoticeProps) {
  const { operation, code, current } = change;
  const isShipment = operation.kind === 'setShipment';
  const isStale = isShipment && code === 'stale-version' && current !== null;
  return (
    <div className={styles['rejected']} role="alert">
      <p>
        {isShipment && adminOrderMessages.shipmentMeaning}{' '}
        <strong lang={isShipment ? adminOrderMessages.failureLanguage : undefined}>
          {isShipment ? adminOrderMessages.shipmentFailed : adminOrderMessages.deletionFailed}
        </strong>{' '}
        {isStale
          ? adminOrderMessages.changedElsewhere(adminOrderMessages.shipment(current), current.changed_by)
          : (reasons[code] ?? adminOrderMessages.otherReason)}
      </p>
      <div className={styles['actions']}>
        <Button onClick={() => void discard(change)}>
          {isStale ? adminOrderMessages.keepTheirs : adminOrderMessages.discard}
        </Button>
        <Button onClick={() => void sendAgain(change, planRetry(change))}>
          {isStale ? adminOrderMessages.saveMine(adminOrderMessages.shipment(operation.shipment)) : retryLabel(code)}
        </Button>
      </div>
    </div>
  );
}

const retryLabel = (code: string): string =>
  code === 'not-paid' ? adminOrderMessages.markAsSent : adminOrderMessages.tryAgain;

/** Returns the change to send again: based on the current version, and forced for an unpaid order. */
function planRetry({ operation, code, current }: RejectedChange): OrderOperation {
  if (operation.kind === 'deleteOrder') return operation;
  const { shipment, version, before } = operation;
  return {
    ...operation,
    version: current?.version ?? version,
    before: current ? toShipment(current) : before,
    shipment: code === 'not-paid' ? { ...shipment, force: true } : shipment,
  };
}

import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './order-card.module.css';
import type { OrderChanges, OrderOperation, RejectedChange } from './use-admin-orders.ts';

const { reasons, otherReason, shipment: describe } = adminOrderMessages;

interface RejectedNoticeProps extends Pick<OrderChanges, 'sendAgain' | 'discard'> {
  readonly refused: RejectedChange;
}

/** Why a change of an order was not made, and what can be done about it. */
export function RejectedNotice({ refused, sendAgain, discard }: RejectedNoticeProps) {
  const { operation, code, current } = refused;
  const isShipment = operation.kind === 'setShipment';
  const isStale = isShipment && code === 'stale-version' && current !== null;
  return (
    <div className={styles['refused']} role="alert">
      <p>
        <strong lang={isShipment ? adminOrderMessages.failureLanguage : undefined}>
          {isShipment ? adminOrderMessages.shipmentFailed : adminOrderMessages.deletionFailed}
        </strong>{' '}
        {isStale ? adminOrderMessages.changedElsewhere(describe(current)) : (reasons[code] ?? otherReason)}
      </p>
      <div className={styles['answers']}>
        <Button onClick={() => void discard(refused)}>
          {isStale ? adminOrderMessages.keepTheirs : adminOrderMessages.discard}
        </Button>
        <Button onClick={() => void sendAgain(refused, planAgain(refused))}>
          {isStale ? adminOrderMessages.saveMine(describe(operation.shipment)) : wordsOf(code)}
        </Button>
      </div>
    </div>
  );
}

const wordsOf = (code: string): string =>
  code === 'not-paid' ? adminOrderMessages.sendAnyway : adminOrderMessages.tryAgain;

/** The change as it is sent again: over what is there now, and although nobody has paid, as somebody has just decided. */
function planAgain({ operation, code, current }: RejectedChange): OrderOperation {
  if (operation.kind === 'deleteOrder') return operation;
  const { shipment, version } = operation;
  return {
    ...operation,
    version: current?.version ?? version,
    shipment: code === 'not-paid' ? { ...shipment, force: true } : shipment,
  };
}

import { orderName } from '#contract/orders/order-name.ts';
import { paymentName } from '#pwa/messages/term-names.ts';
import type { ReactElement } from 'react';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { OrderConfirmationState } from './use-card-actions.ts';

/** Confirms the deletion of an order or the shipment of an unpaid one; reports a change that could not be stored. */
export function OrderConfirmDialog({ confirmation, onAnswer }: OrderConfirmationState): ReactElement | null {
  const { deleteQuestion, keep, unpaidQuestion, unpaidHint, markAsSent, cancel, cardOf, notKept, ok } =
    adminOrderMessages;
  if (!confirmation) return null;
  const no = (): void => onAnswer(false);
  if (confirmation.kind === 'not-stored') {
    return <ConfirmDialog title={notKept} actions={<Button onClick={no}>{ok}</Button>} onClose={no} />;
  }
  const isDeletion = confirmation.kind === 'delete';
  const { order } = confirmation;
  const { title, payment_status } = order;
  return (
    <ConfirmDialog
      title={isDeletion ? deleteQuestion : unpaidQuestion}
      actions={
        <>
          <Button onClick={no}>{isDeletion ? keep : cancel}</Button>
          <Button look={isDeletion ? 'destructive' : 'primary'} onClick={() => onAnswer(true)}>
            {isDeletion ? adminOrderMessages.delete : markAsSent}
          </Button>
        </>
      }
      onClose={no}
    >
      <p>{isDeletion ? cardOf(title, orderName(order)) : unpaidHint(title, paymentName(payment_status))}</p>
    </ConfirmDialog>
  );
}

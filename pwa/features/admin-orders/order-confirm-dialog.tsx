import type { ReactElement } from 'react';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { OrderConfirmationState } from './use-card-actions.ts';

const { deleteQuestion, keep, unpaidQuestion, unpaidHint, sendAnyway, cancel, cardOf, notKept, ok } =
  adminOrderMessages;

/** What is asked before an order is deleted, or sent although nobody has paid it. */
export function OrderConfirmDialog({ asked, onAnswer }: OrderConfirmationState): ReactElement | null {
  if (!asked) return null;
  const no = (): void => onAnswer(false);
  if (asked.kind === 'not-kept') {
    return <ConfirmDialog title={notKept} actions={<Button onClick={no}>{ok}</Button>} onClose={no} />;
  }
  const isDeletion = asked.kind === 'delete';
  const { id, title, payment_status } = asked.order;
  return (
    <ConfirmDialog
      title={isDeletion ? deleteQuestion : unpaidQuestion}
      actions={
        <>
          <Button onClick={no}>{isDeletion ? keep : cancel}</Button>
          <Button look="primary" onClick={() => onAnswer(true)}>
            {isDeletion ? adminOrderMessages.delete : sendAnyway}
          </Button>
        </>
      }
      onClose={no}
    >
      <p>{isDeletion ? cardOf(title, id) : unpaidHint(title, payment_status)}</p>
    </ConfirmDialog>
  );
}

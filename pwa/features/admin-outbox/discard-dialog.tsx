import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { AdminEntry } from '#sync/api/admin-api.ts';

const { outbox: texts } = adminMessages;

interface DiscardDialogProps {
  readonly entry: AdminEntry;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Confirms that an operation of the outbox is discarded. */
export function DiscardDialog({ entry, onDiscard, onClose }: DiscardDialogProps) {
  const mayBeSent = entry.isPerhapsSent && entry.state === 'waiting';
  return (
    <ConfirmDialog
      title={texts.discardQuestion}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button
            look="destructive"
            onClick={() => {
              onDiscard();
              onClose();
            }}
          >
            {texts.discard}
          </Button>
        </>
      }
    >
      <p>{mayBeSent ? texts.discardSentHint : texts.discardHint}</p>
    </ConfirmDialog>
  );
}

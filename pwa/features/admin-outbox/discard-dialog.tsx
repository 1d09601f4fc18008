import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { describeEntry } from './describe-entry.ts';

const { outbox: texts } = adminMessages;

interface DiscardDialogProps {
  readonly entry: AdminEntry;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Names an operation of the outbox and asks for confirmation before it is discarded. */
export function DiscardDialog({ entry, onDiscard, onClose }: DiscardDialogProps) {
  const mayBeSent = entry.isPerhapsSent && entry.state === 'waiting';
  const { operation } = entry;
  const hasImages = 'images' in operation && operation.images !== null && operation.images.length > 0;
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
      <p dir="auto">
        <strong>{describeEntry(operation)}</strong>
      </p>
      <p>{mayBeSent ? texts.discardSentHint : texts.discardHint(hasImages)}</p>
    </ConfirmDialog>
  );
}

import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';

const { products } = adminMessages;

interface ClearFormDialogProps {
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before everything that was written is gone. */
export const ClearFormDialog = ({ onYes, onClose }: ClearFormDialogProps) => (
  <ConfirmDialog
    title={products.resetQuestion}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>{products.cancel}</Button>
        <Button
          look="primary"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {products.yesClear}
        </Button>
      </>
    }
  />
);

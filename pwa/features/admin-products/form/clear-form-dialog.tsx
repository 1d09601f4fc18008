import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';

const { products } = adminMessages;

interface ClearFormDialogProps {
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a form is cleared. */
export const ClearFormDialog = ({ onConfirm, onClose }: ClearFormDialogProps) => (
  <ConfirmDialog
    title={products.resetQuestion}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>{products.cancel}</Button>
        <Button
          look="destructive"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {products.yesClear}
        </Button>
      </>
    }
  />
);

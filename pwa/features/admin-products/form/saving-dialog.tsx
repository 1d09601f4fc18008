import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { BusyDialog } from '#pwa/ui/dialogs/busy-dialog.tsx';
import type { ImageRef } from '#sync/api/admin-api.ts';
import styles from './saving-dialog.module.css';
import { useUploads } from './use-uploads.ts';

const { products } = adminMessages;

interface SavingDialogProps {
  readonly title: string;
  /** Images of the form; those that only this device has are being uploaded. */
  readonly images: readonly ImageRef[];
  /** Continues without waiting for the server. */
  readonly onContinue: () => void;
}

/** Covers the form while it is saved and shows the progress of each upload. */
export function SavingDialog({ title, images, onContinue }: SavingDialogProps) {
  const { uploads, retry } = useUploads();
  const uploaded = images.flatMap((image, index) =>
    image.kind === 'kept' ? [{ number: index + 1, id: image.id, upload: uploads.get(image.id) }] : [],
  );
  return (
    <BusyDialog title={title}>
      {uploaded.length > 0 && (
        <ul className={styles['uploads']}>
          {uploaded.map(({ number, id, upload }) => (
            <li key={id} className={styles['upload']}>
              <span>{products.images.image(number, images.length)}</span>
              {upload?.problem === undefined ? (
                <>
                  <progress aria-label={products.images.image(number, images.length)} value={upload?.sent ?? 0} />
                  <span className={styles['percent']}>
                    {products.images.sent(Math.round((upload?.sent ?? 0) * 100))}
                  </span>
                </>
              ) : (
                <>
                  <span className={styles['problem']}>{products.images.failed(upload.problem)}</span>
                  <Button aria-label={products.images.retryOf(number)} onClick={retry}>
                    {products.images.retry}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button onClick={onContinue}>{products.background}</Button>
    </BusyDialog>
  );
}

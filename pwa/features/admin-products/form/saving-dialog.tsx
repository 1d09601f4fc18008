import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { BusyDialog } from '#pwa/ui/dialogs/busy-dialog.tsx';
import type { ImageRef } from '#sync/admin/admin-api.ts';
import styles from './saving-dialog.module.css';
import { useUploads } from './use-uploads.ts';

const { products } = adminMessages;

interface SavingDialogProps {
  readonly title: string;
  /** Pictures of the form; those that are kept on this device are on their way. */
  readonly pictures: readonly ImageRef[];
  readonly onGoOn: () => void;
}

/** Covers the form while it is saved, and says how far each of its pictures is. */
export function SavingDialog({ title, pictures, onGoOn }: SavingDialogProps) {
  const { uploads, retry } = useUploads();
  const sent = pictures.flatMap((picture, index) =>
    picture.kind === 'kept' ? [{ place: index + 1, id: picture.id, upload: uploads.get(picture.id) }] : [],
  );
  return (
    <BusyDialog title={title}>
      {sent.length > 0 && (
        <ul className={styles['uploads']}>
          {sent.map(({ place, id, upload }) => (
            <li key={id} className={styles['upload']}>
              <span>{products.pictures.picture(place, pictures.length)}</span>
              {upload?.problem === undefined ? (
                <>
                  <progress aria-label={products.pictures.picture(place, pictures.length)} value={upload?.sent ?? 0} />
                  <span className={styles['percent']}>
                    {products.pictures.sent(Math.round((upload?.sent ?? 0) * 100))}
                  </span>
                </>
              ) : (
                <>
                  <span className={styles['problem']}>{products.pictures.failed(upload.problem)}</span>
                  <Button aria-label={products.pictures.retryOf(place)} onClick={retry}>
                    {products.pictures.retry}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button onClick={onGoOn}>{products.background}</Button>
    </BusyDialog>
  );
}

import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './attached-photos.module.css';
import { ChatPhoto } from '../photos/chat-photo.tsx';

interface AttachedPhotosProps {
  readonly paths: readonly string[];
  /** So many more are being made ready. */
  readonly preparing: number;
  readonly onRemove: (path: string) => void;
}

/** The photos of a message that is being written. */
export function AttachedPhotos({ paths, preparing, onRemove }: AttachedPhotosProps) {
  const { chatWindow } = lazyMessages;
  return (
    <ul className={styles['photos']} aria-label={chatWindow.attached}>
      {paths.map((path, place) => (
        <li key={path}>
          <ChatPhoto path={path} name={chatWindow.photo(place + 1, paths.length)} />
          <IconButton
            icon="close"
            label={chatWindow.removePhoto(place + 1)}
            className={styles['remove']}
            onClick={() => onRemove(path)}
          />
        </li>
      ))}
      {preparing > 0 && (
        <li className={styles['preparing']} role="status">
          <Spinner />
          <VisuallyHidden>{chatWindow.preparing}</VisuallyHidden>
        </li>
      )}
    </ul>
  );
}

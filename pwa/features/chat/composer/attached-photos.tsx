import { chatMessages } from '#pwa/messages/en/chat.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './attached-photos.module.css';
import { ChatPhoto } from '../photos/chat-photo.tsx';

interface AttachedPhotosProps {
  readonly paths: readonly string[];
  /** Number of further photos being prepared. */
  readonly preparing: number;
  readonly onRemove: (path: string) => void;
}

/** The photos attached to an unsent message. */
export function AttachedPhotos({ paths, preparing, onRemove }: AttachedPhotosProps) {
  return (
    <ul className={styles['photos']} aria-label={chatMessages.attached}>
      {paths.map((path, index) => (
        <li key={path}>
          <ChatPhoto path={path} name={chatMessages.photo(index + 1, paths.length)} />
          <IconButton
            icon="close"
            label={chatMessages.removePhoto(index + 1)}
            className={styles['remove']}
            onClick={() => onRemove(path)}
          />
        </li>
      ))}
      {preparing > 0 && (
        <li className={styles['preparing']} role="status">
          <Spinner />
          <VisuallyHidden>{chatMessages.preparing}</VisuallyHidden>
        </li>
      )}
    </ul>
  );
}

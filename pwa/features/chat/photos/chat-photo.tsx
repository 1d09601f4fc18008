import { chatMessages } from '#pwa/messages/en/chat.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { ChatIcon } from '../chat-icon.tsx';
import styles from './message-photos.module.css';
import { usePhoto } from './use-photo-cache.ts';

interface ChatPhotoProps {
  readonly path: string;
  /** The accessible name, such as `Photo 2 of 3`. */
  readonly name: string;
  /** Called when the photo is clicked; without it, the photo is not a button. */
  readonly onOpen?: () => void;
}

/** One photo in a box of fixed size; a photo that cannot be loaded is replaced by a retry button. */
export function ChatPhoto({ path, name, onOpen }: ChatPhotoProps) {
  const { state, retry } = usePhoto(path);
  const isOnline = useOnline();
  if (state.kind === 'loading')
    return (
      <span className={styles['placeholder']}>
        <Spinner />
      </span>
    );
  if (state.kind === 'missing')
    return (
      <button type="button" className={styles['placeholder']} onClick={retry}>
        {isOnline ? <ChatIcon name="photo" /> : <LazyIcon name="offline" />}
        <VisuallyHidden>{`${name}: `}</VisuallyHidden>
        <span>{chatMessages.photoNotHere}</span> <strong>{chatMessages.loadPhoto}</strong>
      </button>
    );
  const image = <img src={state.url} alt={name} draggable={false} decoding="async" />;
  if (!onOpen) return image;
  return (
    <button type="button" className={styles['photo']} aria-label={chatMessages.enlarge(name)} onClick={onOpen}>
      {image}
    </button>
  );
}

import { chatMessages } from '#pwa/messages/en/chat.ts';
import { ChatPhoto } from './chat-photo.tsx';
import styles from './message-photos.module.css';

interface MessagePhotosProps {
  readonly paths: readonly string[];
  /** Called when a photo is clicked, with its index. */
  readonly onOpen: (paths: readonly string[], index: number) => void;
}

/** The thumbnails of a message's photos. */
export const MessagePhotos = ({ paths, onOpen }: MessagePhotosProps) => (
  <div className={styles['photos']} data-count={Math.min(paths.length, 2)}>
    {paths.map((path, index) => (
      <ChatPhoto
        key={path}
        path={path}
        name={chatMessages.photo(index + 1, paths.length)}
        onOpen={() => onOpen(paths, index)}
      />
    ))}
  </div>
);

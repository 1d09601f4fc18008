import { chatMessages } from '#pwa/messages/en/chat.ts';
import { ChatPhoto } from './chat-photo.tsx';
import styles from './message-photos.module.css';

interface MessagePhotosProps {
  readonly paths: readonly string[];
  /** A press on one, by its place from 0. */
  readonly onOpen: (paths: readonly string[], place: number) => void;
}

/** The photos of a message, small. */
export const MessagePhotos = ({ paths, onOpen }: MessagePhotosProps) => (
  <div className={styles['photos']} data-count={Math.min(paths.length, 2)}>
    {paths.map((path, place) => (
      <ChatPhoto
        key={path}
        path={path}
        name={chatMessages.photo(place + 1, paths.length)}
        onOpen={() => onOpen(paths, place)}
      />
    ))}
  </div>
);

import { useCallback, useState } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { FullscreenViewer } from '#pwa/ui/media/fullscreen-viewer.tsx';
import { ChatPhoto } from './chat-photo.tsx';
import styles from './photo-viewer.module.css';

interface PhotoViewerProps {
  readonly paths: readonly string[];
  /** Which one is shown first, from 0. */
  readonly place: number;
  readonly onClose: () => void;
}

/** The photos of a message on the whole screen. */
export function PhotoViewer({ paths, place, onClose }: PhotoViewerProps) {
  const [position, setPosition] = useState(place);
  const move = useCallback((step: number) => setPosition((last) => last + step), []);
  return (
    <FullscreenViewer
      label={chatMessages.fullscreen}
      total={paths.length}
      position={position}
      onMove={move}
      onClose={onClose}
      renderSlide={(number) => (
        <span className={styles['slide']}>
          <ChatPhoto path={paths[number - 1] ?? ''} name={chatMessages.photo(number, paths.length)} />
        </span>
      )}
    />
  );
}

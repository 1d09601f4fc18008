import { useCallback, useState } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { FullscreenViewer } from '#pwa/ui/media/fullscreen-viewer.tsx';
import { ChatPhoto } from './chat-photo.tsx';
import styles from './photo-viewer.module.css';

interface PhotoViewerProps {
  readonly paths: readonly string[];
  /** The index of the photo shown first. */
  readonly index: number;
  readonly onClose: () => void;
}

/** The photos of a message in full screen. */
export function PhotoViewer({ paths, index, onClose }: PhotoViewerProps) {
  const [position, setPosition] = useState(index);
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

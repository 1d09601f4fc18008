import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { galleryMessages } from '#pwa/messages/en/product.ts';
import { IconButton } from '../button.tsx';
import { Carousel } from './carousel.tsx';
import { Modal } from '../dialogs/modal.tsx';
import styles from './fullscreen-viewer.module.css';

interface FullscreenViewerProps {
  readonly label: string;
  readonly total: number;
  readonly position: number;
  readonly onMove: (step: number) => void;
  readonly onClose: () => void;
  readonly renderSlide: (number: number, isCurrent: boolean) => ReactNode;
}

/** Shows images in full screen: arrow keys, swipes and arrow buttons move on, Escape or a click closes. */
export function FullscreenViewer({ label, total, position, onMove, onClose, renderSlide }: FullscreenViewerProps) {
  useEffect(() => {
    if (total < 2) return undefined;
    // Listens on the document: after a click on an image, perhaps no element has the focus.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowLeft') onMove(-1);
      else if (event.key === 'ArrowRight') onMove(1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [total, onMove]);

  return (
    <Modal kind="viewer" label={label} onClose={onClose}>
      <IconButton icon="close" label={galleryMessages.close} className={styles['close']} onClick={onClose} />
      <Carousel
        className={styles['stage']}
        total={total}
        position={position}
        onMove={onMove}
        onPress={onClose}
        renderSlide={renderSlide}
      />
    </Modal>
  );
}

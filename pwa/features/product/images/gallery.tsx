import { useCallback, useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { WireCard } from '#sync/api/engine-api.ts';
import { galleryMessages } from '#pwa/messages/en/product.ts';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { Carousel, slideNumber } from '#pwa/ui/media/carousel.tsx';
import { FullscreenViewer } from '#pwa/ui/media/fullscreen-viewer.tsx';
import { GalleryImage } from './gallery-image.tsx';
import { GALLERY_SIZES, listImageSources } from './image-sources.ts';
import { LoadImages } from './load-images.tsx';
import { prefetchImages } from './prefetch-images.ts';
import { ProductImage } from './product-image.tsx';
import styles from './gallery.module.css';

/** The displayed width of an image in full screen. */
const FULLSCREEN_SIZES = '100vw';

interface ImagesOf {
  readonly card: WireCard;
  readonly imageFolder: string;
}

interface GalleryProps extends ImagesOf {
  /** When this number changes, the gallery moves to the image that has it; undefined moves nothing. */
  readonly wanted?: number | undefined;
}

/** A product's images, one at a time. A click shows them in full screen. */
export function Gallery({ card, imageFolder, wanted }: GalleryProps) {
  const total = card.imagecount;
  const [position, setPosition] = useState(0);
  const [lastWanted, setLastWanted] = useState(wanted);
  if (lastWanted !== wanted) {
    setLastWanted(wanted);
    if (wanted !== undefined && wanted <= total) setPosition(wanted - 1);
  }
  const [isFullscreen, setFullscreen] = useState(false);
  const [loaded, setLoaded] = useState<number>();
  const number = slideNumber(position, total);
  const sizes = isFullscreen ? FULLSCREEN_SIZES : GALLERY_SIZES;
  const close = useCallback(() => setFullscreen(false), []);
  const move = useCallback((step: number) => setPosition((last) => last + step), []);
  usePrefetchNeighbours({ card, imageFolder, number, sizes, isReady: loaded === number });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (total < 2) return;
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
  };
  const preview = <ProductImage card={card} imageFolder={imageFolder} priority="eager" />;
  const renderImage = (shown: number, isCurrent: boolean, isUnder = false) => (
    <GalleryImage
      card={card}
      imageFolder={imageFolder}
      number={shown}
      sizes={GALLERY_SIZES}
      base={shown === 1 ? preview : undefined}
      isCurrent={isCurrent}
      isUnder={isUnder}
      onLoaded={setLoaded}
    />
  );
  if (total === 0) return <div className={styles['gallery']}>{preview}</div>;
  return (
    <>
      {/* The arrow keys work from any control of the gallery, as in a toolbar. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles['gallery']}
        role="group"
        aria-label={galleryMessages.label}
        data-image-of={card.id}
        onKeyDown={onKeyDown}
      >
        <Carousel
          className={styles['carousel']}
          total={total}
          position={position}
          onMove={move}
          renderSlide={(shown, isCurrent) => renderImage(shown, isCurrent)}
          onPress={() => setFullscreen(true)}
          pressLabel={galleryMessages.enlarge(card.title, number)}
        />
        <LoadImages card={card} imageFolder={imageFolder} />
      </div>
      {isFullscreen && (
        <FullscreenViewer
          label={galleryMessages.fullscreen}
          total={total}
          position={position}
          onMove={move}
          onClose={close}
          renderSlide={(shown, isCurrent) => (
            <GalleryImage
              card={card}
              imageFolder={imageFolder}
              number={shown}
              sizes={FULLSCREEN_SIZES}
              // The gallery's smaller image is already on the device; it is shown until the larger one has loaded.
              base={renderImage(shown, isCurrent, true)}
              isCurrent={isCurrent}
            />
          )}
        />
      )}
    </>
  );
}

/** Prefetches the neighbors of the current image once it is loaded; nothing when the browser is set to save data. */
function usePrefetchNeighbours({
  card,
  imageFolder,
  number,
  sizes,
  isReady,
}: ImagesOf & { readonly number: number; readonly sizes: string; readonly isReady: boolean }): void {
  const { id, image_version, imagecount } = card;
  useEffect(() => {
    if (!isReady || imagecount < 2 || savesData()) return;
    const neighbours = new Set([slideNumber(number, imagecount), slideNumber(number - 2, imagecount)]);
    const imageRef = { id, image_version };
    prefetchImages(
      [...neighbours].flatMap((shown) =>
        listImageSources({ imageFolder, imageRef, number: shown, sizes, savesData: false }).slice(0, 1),
      ),
    );
  }, [id, image_version, imagecount, imageFolder, number, sizes, isReady]);
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WireCard } from '#sync/api/engine-api.ts';
import { galleryMessages } from '#pwa/messages/en/product.ts';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { listImageSources } from './image-sources.ts';
import { CategoryInitial } from './product-image-view.tsx';
import { useImageFailures } from './use-image-failures.ts';
import styles from './gallery.module.css';

interface GalleryImageProps {
  readonly card: WireCard;
  readonly imageFolder: string;
  /** From 1. */
  readonly number: number;
  /** The displayed width, as the `sizes` of an `img`. */
  readonly sizes: string;
  /** Shown under the image until it is loaded, and permanently if it cannot be. */
  readonly base?: ReactNode;
  readonly isCurrent: boolean;
  /** Whether it is the base of a larger image, which has the alternative text. */
  readonly isUnder?: boolean;
  readonly onLoaded?: (number: number) => void;
}

/** One large image. Without a base, a neutral surface is shown until it is loaded, and the category's initial if it cannot be. */
export function GalleryImage(props: GalleryImageProps) {
  const { card, imageFolder, number, sizes, base, isCurrent, isUnder = false, onLoaded } = props;
  const sources = listImageSources({ imageFolder, imageRef: card, number, sizes, savesData: savesData() });
  const { count, key, onError } = useImageFailures(sources[0]?.src);
  /** The first source that has not failed. */
  const source = sources[count];
  const [loaded, setLoaded] = useState<string>();
  const onLoad = (): void => {
    setLoaded(source?.src);
    onLoaded?.(number);
  };
  return (
    <span className={styles['image']}>
      {base}
      {!base && !source && <CategoryInitial category={card.category} />}
      {!base && source && loaded !== source.src && <span className={styles['placeholder']} />}
      {source && (
        <img
          key={key}
          {...source}
          className={classNames(loaded === source.src && styles['loaded'])}
          alt={isUnder ? '' : galleryMessages.image(card.title, number)}
          decoding="async"
          draggable={false}
          fetchPriority={isCurrent ? 'high' : 'low'}
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </span>
  );
}

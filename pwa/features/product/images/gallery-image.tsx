import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { galleryMessages } from '#pwa/messages/en/product.ts';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { listImageSources } from './image-sources.ts';
import type { ImageSource } from './image-sources.ts';
import { CategoryInitial } from './product-image-view.tsx';
import styles from './gallery.module.css';

interface GalleryImageProps {
  readonly card: WireCard;
  readonly imageFolder: string;
  /** From 1. */
  readonly number: number;
  /** How wide it is drawn, as `sizes` of an `img` says it. */
  readonly sizes: string;
  /** Stands for the picture until it is there, and for good if it cannot be had. */
  readonly base?: ReactNode;
  readonly isCurrent: boolean;
  /** Whether it is itself the base of a larger one, which carries the name. */
  readonly isUnder?: boolean;
  readonly onLoaded?: (number: number) => void;
}

/** One large picture. Without a base, a neutral surface waits for it, and the drawn initial stands where it cannot be had. */
export function GalleryImage(props: GalleryImageProps) {
  const { card, imageFolder, number, sizes, base, isCurrent, isUnder = false, onLoaded } = props;
  const [source, onError] = useFirstSource(
    listImageSources({ imageFolder, imageRef: card, number, sizes, savesData: savesData() }),
  );
  const [loaded, setLoaded] = useState<string>();
  const note = (): void => {
    setLoaded(source?.src);
    onLoaded?.(number);
  };
  return (
    <span className={styles['picture']}>
      {base}
      {!base && !source && <CategoryInitial category={card.category} />}
      {!base && source && loaded !== source.src && <span className={styles['waiting']} />}
      {source && (
        <img
          key={source.srcSet ?? source.src}
          {...source}
          className={classNames(loaded === source.src && styles['loaded'])}
          alt={isUnder ? '' : galleryMessages.picture(card.title, number)}
          decoding="async"
          draggable={false}
          fetchPriority={isCurrent ? 'high' : 'low'}
          onLoad={note}
          onError={onError}
        />
      )}
    </span>
  );
}

/** The first source that has not failed; undefined when all have. What failed without network gets another chance with it. */
function useFirstSource(sources: readonly ImageSource[]): readonly [ImageSource | undefined, () => void] {
  const isOnline = useOnline();
  const name = sources[0]?.src;
  const [failed, setFailed] = useState<{ name: string | undefined; count: number; wasOnline: boolean }>();
  const count = failed?.name === name && (failed?.wasOnline || !isOnline) ? (failed?.count ?? 0) : 0;
  return [sources[count], () => setFailed({ name, count: count + 1, wasOnline: isOnline })];
}

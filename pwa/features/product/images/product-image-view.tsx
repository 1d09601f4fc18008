import type { ReactNode, Ref } from 'react';
import { PREVIEW_WIDTH } from '#contract/images/image-names.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { previewAddress, previewSrcSet } from './image-address.ts';
import styles from './product-image.module.css';

/** The fields of a card that its image needs. */
export type CardImageFields = Pick<WireCard, 'id' | 'imagecount' | 'image_version' | 'placeholder' | 'category'>;

interface ProductImageViewProps {
  readonly card: CardImageFields;
  readonly imageFolder: string;
  readonly priority: ImagePriority;
  /** Whether loading failed: the category's initial is shown instead. */
  readonly isBroken?: boolean;
  /** A new key loads the image again. */
  readonly imageKey?: string;
  readonly frameRef?: Ref<HTMLDivElement>;
  readonly onLoad?: () => void;
  readonly onError?: () => void;
}

/** The width of a card in a row or a grid; see catalog.module.css. */
const SIZES = '(min-width: 720px) 224px, 44vw';

/** A product's preview in a square frame, or its category's initial. */
export function ProductImageView(props: ProductImageViewProps): ReactNode {
  const { card, imageFolder, priority, isBroken = false, imageKey, frameRef, onLoad, onError } = props;
  return (
    <div ref={frameRef} className={styles['frame']} data-image-of={card.id}>
      {card.imagecount > 0 && !isBroken ? (
        <img
          key={imageKey}
          src={previewAddress(imageFolder, card)}
          srcSet={previewSrcSet(imageFolder, card)}
          sizes={SIZES}
          alt=""
          width={PREVIEW_WIDTH}
          height={PREVIEW_WIDTH}
          loading={priority === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={priority === 'highest' ? 'high' : undefined}
          decoding="async"
          onLoad={onLoad}
          onError={onError}
        />
      ) : (
        <CategoryInitial category={card.category} />
      )}
    </div>
  );
}

/** The fallback for an image: a hexagon with the first letter of the category. */
export function CategoryInitial({ category }: { readonly category: string }) {
  return (
    <div className={styles['initial']} data-testid="drawn-placeholder">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <polygon points="50,4 90,27 90,73 50,96 10,73 10,27" fill="none" stroke="currentColor" strokeWidth="3" />
        <text x="50" y="51" textAnchor="middle" dominantBaseline="central" fill="currentColor">
          {[...category][0]?.toUpperCase()}
        </text>
      </svg>
    </div>
  );
}

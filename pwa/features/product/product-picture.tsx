import { useEffect, useRef, useState } from 'react';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { useOnline } from '#pwa/platform/use-online.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import { previewAddress } from './image-address.ts';
import styles from './product-picture.module.css';

/** Pixels of a preview on the server; the frame is square whatever arrives. */
const PREVIEW_PX = 400;

interface ProductPictureProps {
  readonly card: Pick<WireCard, 'id' | 'imagecount' | 'image_version' | 'placeholder' | 'category'>;
  readonly imageFolder: string;
  /** Whether it is on the first screen: loaded at once, not when it comes near. */
  readonly isFirst?: boolean;
}

/** A product's small picture: its blurred placeholder until it is there, a drawn one when it cannot be had. */
export function ProductPicture({ card, imageFolder, isFirst = false }: ProductPictureProps) {
  const address = previewAddress(imageFolder, card);
  const frame = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<string>();
  const isBroken = useBroken(address);
  const isShown = card.imagecount > 0 && !isBroken.is;
  const isLoaded = loaded === address;

  useEffect(() => {
    const element = frame.current;
    if (!element || !isShown || isLoaded || card.placeholder === '') return undefined;
    let isOver = false;
    const stop = whenNear(element, async () => {
      // Apart from the page's first script: a placeholder may come a moment later than the card.
      const { blurredPicture } = await import('./thumbhash.ts');
      const picture = blurredPicture(card.placeholder);
      if (picture && !isOver) element.style.backgroundImage = `url(${picture})`;
    });
    return () => {
      isOver = true;
      stop();
      element.style.backgroundImage = '';
    };
  }, [isShown, isLoaded, card.placeholder]);

  return (
    <div ref={frame} className={styles['frame']}>
      {isShown ? (
        <img
          src={address}
          alt=""
          width={PREVIEW_PX}
          height={PREVIEW_PX}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={() => setLoaded(address)}
          onError={isBroken.note}
        />
      ) : (
        <CategoryInitial category={card.category} />
      )}
    </div>
  );
}

/** The neutral drawing that stands for a picture: a hexagon with the first letter of the category. */
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

/** Whether an address failed to load; one that failed without network gets another chance when there is one. */
export function useBroken(address: string): { readonly is: boolean; readonly note: () => void } {
  const [broken, setBroken] = useState<{ address: string; wasOnline: boolean }>();
  const isOnline = useOnline();
  const is = broken?.address === address && (broken.wasOnline || !isOnline);
  return { is, note: () => setBroken({ address, wasOnline: isOnline }) };
}

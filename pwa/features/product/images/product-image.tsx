import { useEffect, useRef, useState } from 'react';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import { previewAddress } from './image-address.ts';
import { ProductImageView } from './product-image-view.tsx';
import type { CardImageFields } from './product-image-view.tsx';

interface ProductImageProps {
  readonly card: CardImageFields;
  readonly imageFolder: string;
  readonly priority?: ImagePriority;
}

/** A product's small picture: its blurred placeholder until it is there, a drawn one when it cannot be had. */
export function ProductImage({ card, imageFolder, priority = 'lazy' }: ProductImageProps) {
  const address = previewAddress(imageFolder, card);
  const frame = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<string>();
  const isBroken = useBrokenImage(address);
  const isShown = card.imagecount > 0 && !isBroken.is;
  const isLoaded = loaded === address;

  useEffect(() => {
    const element = frame.current;
    // A picture of the first HTML may have come before this code.
    if (!element || !isShown || isLoaded || card.placeholder === '' || element.querySelector('img')?.complete)
      return undefined;
    let isOver = false;
    const stop = whenNear(element, async () => {
      // Apart from the page's first script: a placeholder may come a moment later than the card.
      const { blurredImage } = await import('./thumbhash.ts');
      const picture = blurredImage(card.placeholder);
      if (picture && !isOver) element.style.backgroundImage = `url(${picture})`;
    });
    return () => {
      isOver = true;
      stop();
      element.style.backgroundImage = '';
    };
  }, [isShown, isLoaded, card.placeholder]);

  return (
    <ProductImageView
      card={card}
      imageFolder={imageFolder}
      priority={priority}
      isBroken={isBroken.is}
      frameRef={frame}
      onLoad={() => setLoaded(address)}
      onError={isBroken.note}
    />
  );
}

/** Whether an address failed to load; one that failed without network gets another chance when there is one. */
export function useBrokenImage(address: string): { readonly is: boolean; readonly note: () => void } {
  const [broken, setBroken] = useState<{ address: string; wasOnline: boolean }>();
  const isOnline = useOnline();
  const is = broken?.address === address && (broken.wasOnline || !isOnline);
  return { is, note: () => setBroken({ address, wasOnline: isOnline }) };
}

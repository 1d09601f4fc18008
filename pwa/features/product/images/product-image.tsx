import { useEffect, useRef, useState } from 'react';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import { previewAddress } from './image-address.ts';
import { ProductImageView } from './product-image-view.tsx';
import type { CardImageFields } from './product-image-view.tsx';
import { useImageFailures } from './use-image-failures.ts';

interface ProductImageProps {
  readonly card: CardImageFields;
  readonly imageFolder: string;
  readonly priority?: ImagePriority;
}

/** A product's preview, with its blurred placeholder until it is loaded and the category's initial if it cannot be. */
export function ProductImage({ card, imageFolder, priority = 'lazy' }: ProductImageProps) {
  const address = previewAddress(imageFolder, card);
  const frame = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<string>();
  const { count, key, onError } = useImageFailures(address);
  const isBroken = count > 0;
  const isShown = card.imagecount > 0 && !isBroken;
  const isLoaded = loaded === address;
  const onFirstError = useRef(onError);

  useEffect(() => {
    const image = frame.current?.querySelector('img');
    // An image of the first HTML may have failed before this code ran.
    if (image?.complete && image.naturalWidth === 0) onFirstError.current();
  }, []);

  useEffect(() => {
    const element = frame.current;
    // An image of the first HTML may have loaded before this code runs.
    if (!element || !isShown || isLoaded || card.placeholder === '' || element.querySelector('img')?.complete)
      return undefined;
    let isOver = false;
    const stop = whenNear(element, async () => {
      // A lazy chunk: a placeholder may appear a moment later than its card.
      const { blurredImage } = await import('./thumbhash.ts');
      const image = blurredImage(card.placeholder);
      if (image && !isOver) element.style.backgroundImage = `url(${image})`;
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
      isBroken={isBroken}
      imageKey={key}
      frameRef={frame}
      onLoad={() => setLoaded(address)}
      onError={onError}
    />
  );
}

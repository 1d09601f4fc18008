import { useEffect, useState } from 'react';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import { dataUseMessages } from '#pwa/messages/en/offline-use.ts';
import { imageChoice } from '#pwa/platform/data-use/data-choices.ts';
import { retryImages } from '#pwa/platform/data-use/image-retries.ts';
import { askServiceWorker } from '#pwa/platform/service-worker/ask-service-worker.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { imageAddress } from './image-address.ts';
import styles from './gallery.module.css';

interface LoadImagesProps {
  readonly card: WireCard;
  readonly imageFolder: string;
}

/** The button that loads a product's images, for visitors who load them on tap; nothing if the first one is already on the device. */
export function LoadImages({ card, imageFolder }: LoadImagesProps) {
  const isOnTap = useObservable(imageChoice) === 'tap';
  const [isMissing, setMissing] = useState(false);
  const [state, setState] = useState<'loading' | 'failed'>();
  const first = imageAddress(imageFolder, card, 1, 800);
  useEffect(() => {
    let isOver = false;
    // Without a service worker, the page loads images without a tap.
    if (isOnTap && navigator.serviceWorker?.controller)
      void isKept(first).then((isThere) => !isOver && setMissing(!isThere));
    return () => {
      isOver = true;
    };
  }, [first, isOnTap]);
  if (!isOnTap || !isMissing) return null;
  const load = async (): Promise<void> => {
    setState('loading');
    const numbers = Array.from({ length: card.imagecount }, (_, place) => place + 1);
    const addresses = numbers.map((number) => imageAddress(imageFolder, card, number, 800));
    const urls = addresses.map((address) => new URL(address, location.origin).href);
    const isLoaded = (await askServiceWorker({ type: 'LOAD_IMAGES', urls })) === true;
    setState(isLoaded ? undefined : 'failed');
    setMissing(!isLoaded);
    // Even after a failure, some images may have arrived.
    retryImages();
  };
  const isLoading = state === 'loading';
  return (
    <div className={styles['load']}>
      <p role="status">{state === 'failed' && <span>{dataUseMessages.loadFailed}</span>}</p>
      <Button aria-disabled={isLoading} onClick={() => void (isLoading || load())}>
        {isLoading ? dataUseMessages.loading : dataUseMessages.load}
      </Button>
    </div>
  );
}

const isKept = async (url: string): Promise<boolean> =>
  (await caches.match(url, { cacheName: IMAGE_CACHE }).catch(() => undefined)) !== undefined;

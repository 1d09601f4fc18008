import { useEffect, useState } from 'react';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import { dataUseMessages } from '#pwa/messages/en/offline-use.ts';
import { imageChoice } from '#pwa/platform/data-use/data-choices.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { imageAddress } from './image-address.ts';
import styles from './gallery.module.css';

interface LoadPicturesProps {
  readonly card: WireCard;
  readonly imageFolder: string;
  readonly onLoaded: () => void;
}

/** The button that loads a product's pictures, for visitors who load them on tap; nothing once they are on the device. */
export function LoadPictures({ card, imageFolder, onLoaded }: LoadPicturesProps) {
  const isOnTap = useObservable(imageChoice) === 'tap';
  const [isMissing, setMissing] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const first = imageAddress(imageFolder, card, 1, 800);
  useEffect(() => {
    let isOver = false;
    // A page without a service worker loads pictures itself.
    if (isOnTap && navigator.serviceWorker?.controller)
      void isKept(first).then((isThere) => !isOver && setMissing(!isThere));
    return () => {
      isOver = true;
    };
  }, [first, isOnTap]);
  if (!isOnTap || !isMissing) return null;
  const load = async (): Promise<void> => {
    setLoading(true);
    const numbers = Array.from({ length: card.imagecount }, (_, place) => place + 1);
    await keepImages(numbers.map((number) => imageAddress(imageFolder, card, number, 800)));
    setLoading(false);
    if (!(await isKept(first))) return;
    setMissing(false);
    onLoaded();
  };
  return (
    <Button className={styles['load'] ?? ''} aria-disabled={isLoading} onClick={() => void (isLoading || load())}>
      {dataUseMessages.load}
    </Button>
  );
}

const isKept = async (url: string): Promise<boolean> =>
  (await caches.match(url, { cacheName: IMAGE_CACHE }).catch(() => undefined)) !== undefined;

/** Has the service worker fetch images, whatever the visitor's choice; settles when it has tried. */
const keepImages = (urls: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve());
    port1.start();
    const addresses = urls.map((url) => new URL(url, location.origin).href);
    navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_IMAGES', urls: addresses }, [port2]);
  });

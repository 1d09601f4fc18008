import { useEffect, useRef } from 'react';
import { countDataUse } from '#sync/data-use/count-data-use.ts';
import { detailChoice, imageChoice } from '#pwa/platform/data-use/data-choices.ts';
import { retryImages } from '#pwa/platform/data-use/image-retries.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { askServiceWorker } from '#pwa/platform/service-worker/ask-service-worker.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';

// Leaves out responses that came through the service worker, which counts its own downloads.
countDataUse(({ workerStart }) => workerStart === 0);

/** Passes the visitor's choices on to the service worker and the engine, which fetch the data. */
export function DataSaver() {
  const { engine } = useSync();
  const images = useObservable(imageChoice);
  const details = useObservable(detailChoice);
  const told = useRef(images);
  useEffect(() => void engine.chooseDetails(details), [engine, details]);
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const tell = async (): Promise<void> => {
      const isOther = await askServiceWorker({ type: 'CHOOSE_IMAGES', choice: images });
      // The service worker may have had another choice than this page, from its store or another tab. Images it held back may load now.
      if (isOther === true || told.current !== images) retryImages();
      told.current = images;
    };
    const onWorker = (): void => void tell();
    onWorker();
    container?.addEventListener('controllerchange', onWorker);
    return () => container?.removeEventListener('controllerchange', onWorker);
  }, [images]);
  return null;
}

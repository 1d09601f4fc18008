import { useEffect } from 'react';
import { countDataUse } from '#sync/data-use/count-data-use.ts';
import { detailChoice, imageChoice } from '#pwa/platform/data-use/data-choices.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';

// What a service worker fetches for the page, it counts itself.
countDataUse(({ workerStart }) => workerStart === 0);

/** Passes the visitor's choices on to those who fetch: the service worker and the engine. */
export function DataSaver() {
  const { engine } = useSync();
  const images = useObservable(imageChoice);
  const details = useObservable(detailChoice);
  useEffect(() => void engine.chooseDetails(details), [engine, details]);
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const tell = (): void => container?.controller?.postMessage({ type: 'CHOOSE_IMAGES', choice: images });
    tell();
    container?.addEventListener('controllerchange', tell);
    return () => container?.removeEventListener('controllerchange', tell);
  }, [images]);
  return null;
}

import { useEffect, useState } from 'react';
import { onEvents } from '../browser/on-events.ts';

/** Whether the app's own files are on this device, so that it opens without a connection; undefined until it is known. */
export function useAppKept(): boolean | undefined {
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    const read = async (): Promise<void> => {
      const known = await isAppKept().catch(() => false);
      if (!isOver) setKept(known);
    };
    void read();
    // Missing on pages that are not secure.
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const stop = container && onEvents(container, ['controllerchange'], () => void read());
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
  return isKept;
}

/** Returns whether the app's own files are on this device: a worker is active only once all of its files are stored. */
async function isAppKept(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return registration?.active?.state === 'activated';
}

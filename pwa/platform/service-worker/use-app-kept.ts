import { useEffect, useState } from 'react';
import { onEvents } from '../browser/on-events.ts';
import { isAppKept } from './app-files.ts';

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

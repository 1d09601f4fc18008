import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * A part of the page that comes in a file of its own: undefined until it is there. It is fetched when the page has nothing better
 * to do, at once when it is wanted, and again after the network was lost.
 */
export function useLazyModule<Part extends object>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [part, setPart] = useState<Part>();

  useEffect(() => {
    if (part) return undefined;
    let isOver = false;
    const fetchPart = (): void => {
      load().then(
        (loaded) => {
          if (!isOver) setPart(loaded);
        },
        // Fetched again when it is wanted or the network is back.
        () => undefined,
      );
    };
    const callOff = isWanted ? undefined : whenIdle(fetchPart);
    if (isWanted) fetchPart();
    addEventListener('online', fetchPart);
    return () => {
      isOver = true;
      callOff?.();
      removeEventListener('online', fetchPart);
    };
  }, [load, part, isWanted]);

  return part;
}

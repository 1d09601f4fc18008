import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Loads a lazy chunk of the page; undefined until it is loaded. Fetched when the page is idle, at once when it is wanted, and again
 * when the network is back.
 */
export function useLazyModule<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | undefined {
  const [module, setModule] = useState<Module>();

  useEffect(() => {
    if (module) return undefined;
    let isOver = false;
    const fetchModule = (): void => {
      load().then(
        (loaded) => {
          if (!isOver) setModule(loaded);
        },
        // The next attempt is made when it is wanted or the network is back.
        () => undefined,
      );
    };
    const cancelIdle = isWanted ? undefined : whenIdle(fetchModule);
    if (isWanted) fetchModule();
    addEventListener('online', fetchModule);
    return () => {
      isOver = true;
      cancelIdle?.();
      removeEventListener('online', fetchModule);
    };
  }, [load, module, isWanted]);

  return module;
}

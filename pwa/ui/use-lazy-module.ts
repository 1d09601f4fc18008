import { startTransition, useEffect, useState } from 'react';
import { createObservable } from '#pwa/platform/observable.ts';
import { loadUntilThere } from './load-until-there.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Loads a lazy chunk of the page: at once when it is wanted, else when the page is idle. Returns undefined until it is loaded, and null
 * after a failure, while loading is tried again.
 */
export function useLazyLoad<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | null | undefined {
  const [module, setModule] = useState<Module | null>();
  const isLoaded = Boolean(module);
  useEffect(() => {
    if (isLoaded) return undefined;
    // Nobody waits for a part that is not wanted yet: it is rendered as a transition, so that React handles taps in between.
    const show = isWanted ? setModule : (loaded: Module): void => startTransition(() => setModule(loaded));
    const start = (): (() => void) => loadUntilThere(load, isWanted, show, () => setModule(null));
    if (isWanted) return start();
    let stop = whenIdle(() => (stop = start()));
    return () => stop();
  }, [load, isLoaded, isWanted]);
  return module;
}

/** The number of wanted parts that did not load: nothing is shown in their place, and a notice says so. */
export const missingParts = createObservable(0);

/** Loads a lazy chunk of the page as `useLazyLoad`; undefined until it is loaded. While a wanted chunk fails to load, a notice says so. */
export function useLazyModule<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | undefined {
  const module = useLazyLoad(load, isWanted);
  const isMissing = isWanted && module === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    missingParts.set(missingParts.get() + 1);
    return () => missingParts.set(missingParts.get() - 1);
  }, [isMissing]);
  return module ?? undefined;
}

import { useEffect, useState } from 'react';
import { loadUntilThere } from './load-until-there.ts';
import { whenIdle } from './when-idle.ts';

interface LazyModule<Module> {
  /** Undefined until it is loaded. */
  readonly module: Module | undefined;
  /** Whether it did not load so far. */
  readonly hasFailed: boolean;
}

/** Loads a lazy chunk of the page: at once when it is wanted, else when the page is idle. One that fails is loaded again until it is there. */
export function useLazyLoad<Module extends object>(load: () => Promise<Module>, isWanted: boolean): LazyModule<Module> {
  const [state, setState] = useState<LazyModule<Module>>({ module: undefined, hasFailed: false });
  const { module } = state;

  useEffect(() => {
    if (module) return undefined;
    let giveUp: (() => void) | undefined;
    const start = (): void => {
      giveUp = loadUntilThere(load, isWanted, {
        onLoaded: (loaded) => setState({ module: loaded, hasFailed: false }),
        onFailed: () => setState({ module: undefined, hasFailed: true }),
      });
    };
    const cancelIdle = isWanted ? undefined : whenIdle(start);
    if (isWanted) start();
    return () => {
      cancelIdle?.();
      giveUp?.();
    };
  }, [load, module, isWanted]);

  return state;
}

/** Loads a lazy chunk of the page as `useLazyLoad`; undefined until it is loaded. */
export const useLazyModule = <Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | undefined => useLazyLoad(load, isWanted).module;

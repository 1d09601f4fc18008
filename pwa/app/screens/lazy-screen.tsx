import type { ReactNode } from 'react';
import { useLazyLoad } from '#pwa/ui/use-lazy-module.ts';
import { ScreenState } from './screen-state.tsx';

interface LazyScreenProps<Module> {
  readonly load: () => Promise<Module>;
  readonly children: (module: Module) => ReactNode;
}

/** A screen in a chunk of its own. While that does not load it says so, and tries again until it is there. */
export function LazyScreen<Module extends object>({ load, children }: LazyScreenProps<Module>): ReactNode {
  const module = useLazyLoad(load, true);
  return module ? children(module) : <ScreenState isBroken={module === null} />;
}

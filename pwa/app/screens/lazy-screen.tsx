import type { ReactNode } from 'react';
import { useLazyLoad } from '#pwa/ui/use-lazy-module.ts';
import { ScreenState } from './screen-state.tsx';

interface LazyScreenProps<Module> {
  readonly load: () => Promise<Module>;
  readonly children: (module: Module) => ReactNode;
}

/** A screen in a separate chunk. While the chunk does not load, says so and tries again. */
export function LazyScreen<Module extends object>({ load, children }: LazyScreenProps<Module>): ReactNode {
  const module = useLazyLoad(load, true);
  return module ? children(module) : <ScreenState isBroken={module === null} />;
}

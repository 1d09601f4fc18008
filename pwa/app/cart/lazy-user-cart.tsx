import type { ReactNode } from 'react';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';

const loadCart = lazyPart(() => import('./user-cart.tsx'));

/** Renders with the cart's parts, which load with the database in a chunk of their own. Only for signed-in users. */
export function LazyUserCart({
  children,
}: {
  readonly children: (part: Awaited<ReturnType<typeof loadCart>>) => ReactNode;
}): ReactNode {
  const part = useLazyModule(loadCart, true);
  return part && children(part);
}

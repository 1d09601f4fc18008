import type { ReactNode } from 'react';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';

const loadCart = () => import('./user-cart.tsx');

/** Draws with the parts of a signed-in user's cart, which come with the database in a file of their own. Only for who is signed in. */
export function LazyUserCart({
  children,
}: {
  readonly children: (part: Awaited<ReturnType<typeof loadCart>>) => ReactNode;
}): ReactNode {
  const part = useLazyModule(loadCart, true);
  return part && children(part);
}

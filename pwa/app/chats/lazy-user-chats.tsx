import type { ReactNode } from 'react';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';

const loadChats = lazyPart(() => import('./user-chats.tsx'));

/** Renders with the chats' parts, which load with the database in a chunk of their own. Only for signed-in users. */
export function LazyUserChats({
  children,
}: {
  readonly children: (part: Awaited<ReturnType<typeof loadChats>>) => ReactNode;
}): ReactNode {
  const part = useLazyModule(loadChats, true);
  return part && children(part);
}

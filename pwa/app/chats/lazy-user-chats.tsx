import type { ReactNode } from 'react';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';

const loadChats = () => import('./user-chats.tsx');

/** Draws with the parts of a signed-in user's chats, which come with the database in a file of their own. Only for who is signed in. */
export function LazyUserChats({
  children,
}: {
  readonly children: (part: Awaited<ReturnType<typeof loadChats>>) => ReactNode;
}): ReactNode {
  const part = useLazyModule(loadChats, true);
  return part && children(part);
}

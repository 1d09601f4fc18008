import type { ReactNode } from 'react';
import { usePart } from '#pwa/ui/use-part.ts';

const loadChats = () => import('./user-chats.tsx');

/** Draws with the parts of a signed-in user's chats, which come with the database in a file of their own. Only for who is signed in. */
export function WithChats({
  children,
}: {
  readonly children: (part: Awaited<ReturnType<typeof loadChats>>) => ReactNode;
}): ReactNode {
  const part = usePart(loadChats, true);
  return part && children(part);
}

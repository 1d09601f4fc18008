import type { ChatView } from '#sync/account/account-api.ts';

/**
 * Chats are read anew at every change, so their objects are always new ones. This gives back the known object of each chat that is as it was:
 * of a long list only what has changed is drawn again.
 */
export function reuseChats(next: readonly ChatView[], previous: readonly ChatView[]): readonly ChatView[] {
  const known = new Map(previous.map((chat) => [chat.id, chat]));
  return next.map((chat) => {
    const old = known.get(chat.id);
    return old && isSame(old, chat) ? old : chat;
  });
}

const isSame = (a: ChatView, b: ChatView): boolean =>
  (Object.keys(b) as (keyof ChatView)[]).every((name) => a[name] === b[name]);

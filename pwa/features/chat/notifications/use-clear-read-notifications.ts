import { useEffect } from 'react';
import { closeNotifications } from '#pwa/platform/service-worker/push.ts';
import type { ChatView } from '#sync/account/account-api.ts';

const TAG = 'chat ';
const ignore = (): void => undefined;

/** Takes away what the system still shows of chats that have been read, here or on another device, and of all when their user goes. */
export function useClearReadNotifications(chats: readonly ChatView[] | undefined): void {
  // As a text, because every look at the chats makes new ones.
  const unread = chats?.flatMap(({ id, has_unread_messages }) => (has_unread_messages ? [TAG + id] : [])).join('\n');
  useEffect(() => {
    if (unread === undefined) return;
    const tags = new Set(unread.split('\n'));
    closeNotifications((tag) => tag.startsWith(TAG) && !tags.has(tag)).catch(ignore);
  }, [unread]);
  useEffect(() => () => void closeNotifications((tag) => tag.startsWith(TAG)).catch(ignore), []);
}

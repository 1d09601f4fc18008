import { useEffect } from 'react';
import { closeNotifications } from '#pwa/platform/service-worker/push.ts';
import type { ChatView } from '#sync/api/account-api.ts';

const TAG = 'chat ';
const ignore = (): void => undefined;

/** Closes system notifications of chats that were read on any device, and on unmount those of all chats. */
export function useClearReadNotifications(chats: readonly ChatView[] | undefined): void {
  // A string, because every query returns new arrays.
  const unread = chats?.flatMap(({ id, has_unread_messages }) => (has_unread_messages ? [TAG + id] : [])).join('\n');
  useEffect(() => {
    if (unread === undefined) return;
    const tags = new Set(unread.split('\n'));
    closeNotifications((tag) => tag.startsWith(TAG) && !tags.has(tag)).catch(ignore);
  }, [unread]);
  useEffect(() => () => void closeNotifications((tag) => tag.startsWith(TAG)).catch(ignore), []);
}

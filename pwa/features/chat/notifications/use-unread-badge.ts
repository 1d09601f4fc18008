import { useEffect } from 'react';
import { showAppBadge } from '#pwa/platform/browser/app-badge.ts';

/** Shows the number of unread chats outside the page: in the app badge, and in the title of a hidden tab. */
export function useUnreadBadge(unreadCount: number | undefined): void {
  useEffect(() => {
    if (unreadCount !== undefined) showAppBadge(unreadCount);
  }, [unreadCount]);

  useEffect(() => {
    if (!unreadCount) return undefined;
    const prefix = `(${unreadCount}) `;
    const removePrefix = (): void => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
    const show = (): void => {
      removePrefix();
      if (document.visibilityState === 'hidden') document.title = prefix + document.title;
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => {
      document.removeEventListener('visibilitychange', show);
      removePrefix();
    };
  }, [unreadCount]);
}

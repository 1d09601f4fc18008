import type { ReactNode } from 'react';
import { countUnread, useChats } from '#pwa/features/chat/list/use-chats.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { LiveCount } from '#pwa/ui/live-count.tsx';

/** The live number of chats with unread messages, for someone who answers chats; hidden when it is 0. */
export function UnreadChatsBadge(): ReactNode {
  const found = useChats();
  const count = found?.isStaff === true ? countUnread(found.chats) : 0;
  return <LiveCount count={count} meaning={adminMessages.frame.unreadChats(count)} />;
}

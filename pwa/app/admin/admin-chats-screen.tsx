import { formatFoundMessage } from '#pwa/features/chat/thread/found-message.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { closeOverList, OVER_LIST } from '../routing/over-list.ts';
import { ChatsGuard, UserChats } from '../screens/chats-screen.tsx';

const CHAT = 'chat';

/** The chats of the browser's shop login, answered without leaving the administration; the open one is in the URL. */
export function AdminChatsScreen() {
  useDocumentTitle(chatListMessages.title);
  const user = useUser();
  const chatId = new URLSearchParams(useSearch()).get(CHAT);
  if (!user) return <ChatsGuard />;
  return <UserChats key={user.sub} chatId={chatId} onOpen={openChat} onLeave={leaveChat} />;
}

function openChat(chatId: string, seq: number | null = null): void {
  const isList = !new URLSearchParams(location.search).has(CHAT);
  // Chats that are opened one after the other beside the list are one step for "back".
  navigate(chatsUrl(chatId, seq), { replace: !isList, state: isList ? OVER_LIST : readEntryState() });
}

const leaveChat = (): void => closeOverList(chatsUrl(null, null));

/** The URL of a chat, or of the list, with the list's filter. */
function chatsUrl(chatId: string | null, seq: number | null): string {
  const query = new URLSearchParams(formatFoundMessage(location.search, seq));
  if (chatId === null) query.delete(CHAT);
  else query.set(CHAT, chatId);
  return `${location.pathname}?${query.toString()}`;
}

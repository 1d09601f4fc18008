import { chatPagePath } from '#contract/chat-path.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { closeOverList, OVER_LIST } from './over-list.ts';

/** The page with a user's chats. */
export const CHATS_PATH = '/chats';

/** The chat that a path shows, or null for the list; undefined for another screen. */
export function findChatPage(path: string): { readonly chatId: string | null } | undefined {
  if (path.replace(/\/+$/, '') === CHATS_PATH) return { chatId: null };
  const chatId = /^\/chat\/([^/]+)\/*$/.exec(path)?.[1];
  return chatId === undefined ? undefined : { chatId };
}

/** Goes to the page with the list of chats. */
export function goToChats(): void {
  navigate(CHATS_PATH);
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Goes from the list, or from a chat beside it, to a chat's page; the list's filter stays. */
export function goToChat(chatId: string): void {
  const isList = location.pathname === CHATS_PATH;
  // Chats that are opened one after the other beside the list are one step for "back".
  navigate(chatPagePath(chatId) + location.search, { replace: !isList, state: isList ? OVER_LIST : history.state });
}

/** Goes from a chat's page back to the list. */
export const leaveChat = (): void => closeOverList(CHATS_PATH + location.search);

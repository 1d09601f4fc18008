import { chatPagePath, CHATS_PATH } from '#contract/screens/screens.ts';
import { formatFoundMessage } from '#pwa/features/chat/thread/found-message.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { closeOverList, OVER_LIST } from './over-list.ts';

/**
 * Goes from the list, or from a chat beside it, to a chat's page; the list's filter stays. `seq` is the number of the message to show there; null
 * shows the newest.
 */
export function goToChat(chatId: string, seq: number | null = null): void {
  const isList = location.pathname === CHATS_PATH;
  // Chats opened one after the other beside the list count as one step: "back" leads to the list.
  navigate(chatPagePath(chatId) + formatFoundMessage(location.search, seq), {
    replace: !isList,
    state: isList ? OVER_LIST : readEntryState(),
  });
}

/** Goes from a chat's page back to the list. */
export const leaveChat = (): void => closeOverList(CHATS_PATH + formatFoundMessage(location.search, null));

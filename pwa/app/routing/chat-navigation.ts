import { chatPagePath } from '#contract/chat-path.ts';
import { navigate } from '../../platform/browser/navigation.ts';

/** Where a user's chats are. */
export const CHATS_PATH = '/chats';

/** Marks a history entry that opened a chat from the list: closing goes back to that list. */
interface EntryState {
  readonly overList?: true;
}

/** The state of the entry that is being left: 'back' takes a moment, and a second press must not go back twice. */
let leaving: unknown;

/** What a path shows of the chats: one of them, or null for the list; undefined for another screen. */
export function findChatPage(path: string): { readonly chatId: string | null } | undefined {
  if (path.replace(/\/+$/, '') === CHATS_PATH) return { chatId: null };
  const chatId = /^\/chat\/([^/]+)\/*$/.exec(path)?.[1];
  return chatId === undefined ? undefined : { chatId };
}

/** Goes to the list of chats on its own page. */
export function goToChats(): void {
  navigate(CHATS_PATH);
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Goes from the list, or from another chat beside it, to a chat's own page; the list stays as it is filtered. */
export function goToChat(chatId: string): void {
  const isList = location.pathname === CHATS_PATH;
  const state = isList ? ({ overList: true } satisfies EntryState) : (history.state as EntryState | null);
  // Chats that are looked at one after the other beside the list are one step for 'back'.
  navigate(chatPagePath(chatId) + location.search, { replace: !isList, state });
}

/** Goes from a chat's own page back to the list. */
export function leaveChat(): void {
  const entry = history.state as EntryState | null;
  if (entry !== null && entry === leaving) return;
  if (entry?.overList) {
    leaving = entry;
    history.back();
  } else navigate(CHATS_PATH + location.search, { replace: true });
}

import { createObservable } from '#pwa/platform/observable.ts';

/** The chats over the page: one of them, or null for the list. */
export interface FloatingChatsState {
  readonly chatId: string | null;
  /** The chat was chosen from the list; going back one step leads to the list. */
  readonly isOverList?: true;
}

/** The chats that are open over the page; undefined when they are closed. */
export const floatingChats = createObservable<FloatingChatsState | undefined>(undefined);

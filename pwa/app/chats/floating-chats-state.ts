import { createObservable } from '#pwa/platform/observable.ts';

/** The chats over the page: one of them, or null for the list. */
export interface FloatingChatsState {
  readonly chatId: string | null;
  /** The list is one step back. */
  readonly isOverList?: true;
}

/** What of the chats lies over the page; undefined when they are closed. */
export const floatingChats = createObservable<FloatingChatsState | undefined>(undefined);

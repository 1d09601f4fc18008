import { useState } from 'react';
import { reuseEqual } from '#pwa/platform/reuse-equal.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { AccountSyncState, ChatView, UserData } from '#sync/account/account-api.ts';

/** The signed-in user's chats as the device has them. */
export interface Chats {
  /** The one with the newest message first. */
  readonly chats: readonly ChatView[];
  readonly state: AccountSyncState;
  readonly sub: string;
  /** Whether the user answers for the shop; who does may buy in it as well. */
  readonly isStaff: boolean;
}

/** The user's chats, live; undefined until they have been read, and when nobody is signed in. */
export function useChats(): Chats | undefined {
  const isAdmin = useUser()?.isAdmin ?? false;
  const found = useUserData(
    async (data: UserData) => {
      const [chats, state] = await Promise.all([data.chats.list(), data.state()]);
      const isStaff = isAdmin || chats.some(({ buyer_google_id }) => buyer_google_id !== data.sub);
      return { chats, state, sub: data.sub, isStaff };
    },
    [isAdmin],
  );
  const [drawn, setDrawn] = useState({ found, chats: found });
  if (drawn.found === found) return drawn.chats;
  const chats = found && { ...found, chats: reuseEqual(found.chats, drawn.chats?.chats ?? [], ({ id }) => id) };
  setDrawn({ found, chats });
  return chats;
}

/** How many chats have something that the user has not read. */
export const countUnread = (chats: readonly ChatView[]): number =>
  chats.filter(({ has_unread_messages }) => has_unread_messages).length;

import { useState } from 'react';
import { isStaffSub } from '#contract/account/staff.ts';
import { reuseEqual } from '#pwa/platform/reuse-equal.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { useUserRead } from '#pwa/platform/storage/use-user-data.ts';
import type { AccountSyncState, ChatView, UserData } from '#sync/api/account-api.ts';

/** The signed-in user's chats on the device. */
export interface Chats {
  /** The one with the newest message first. */
  readonly chats: readonly ChatView[];
  /** Whether the server has chats that are not on the device. */
  readonly hasOlder: boolean;
  readonly state: AccountSyncState;
  readonly sub: string;
  /** Whether the user answers for the shop; staff may be buyers, too. */
  readonly isStaff: boolean;
}

/** Returns the user's chats, live; undefined until the device has answered and when no user is signed in, null when they cannot be read. */
export function useChats(): Chats | null | undefined {
  const isAdmin = useUser()?.isAdmin ?? false;
  const found = useUserRead(
    async (data: UserData) => {
      const chats = await data.chats.list();
      const hasOlder = await data.chats.hasOlder();
      const state = await data.state();
      const isStaff =
        isAdmin || isStaffSub(data.sub) || chats.some(({ buyer_google_id }) => buyer_google_id !== data.sub);
      return { chats, hasOlder, state, sub: data.sub, isStaff };
    },
    [isAdmin],
  );
  const [last, setLast] = useState({ found, chats: found });
  if (last.found === found) return last.chats;
  const chats = found && { ...found, chats: reuseEqual(found.chats, last.chats?.chats ?? [], ({ id }) => id) };
  setLast({ found, chats });
  return chats;
}

/** Returns the number of chats with unread messages. */
export const countUnread = (chats: readonly ChatView[]): number =>
  chats.filter(({ has_unread_messages }) => has_unread_messages).length;

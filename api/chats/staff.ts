import type { AppContext } from '../app-context.ts';
import { listChatLogins } from '../identity/administrators/administrator.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { readChatClock } from './chat.repository.ts';
import { joinChats, listFormerStaff, retireStaff } from './staff.repository.ts';

/** The users who answer buyers. */
export interface Staff {
  /** Lists the users that the settings name, and the users as whom administrators with the role for chats answer. */
  list(db: Queryable): Promise<readonly string[]>;
  /** Makes all staff members of every chat, and ends the memberships of former staff. Devices of both are poked after the commit. */
  apply(unit: WriteUnit): Promise<void>;
}

/** Lists the seller and the administrators that the settings name. */
export const listNamedStaff = ({ sellerUserId, adminUserIds }: AppContext['config']): string[] => [
  ...new Set([...(sellerUserId === undefined ? [] : [sellerUserId]), ...adminUserIds]),
];

/** Returns the staff of a shop with these settings. */
export function createStaff(config: AppContext['config']): Staff {
  const named = listNamedStaff(config);
  const list: Staff['list'] = async (db) => [...new Set([...named, ...(await listChatLogins(db))])];
  return {
    list,
    async apply({ trx, publish }) {
      const staff = await list(trx);
      const former = await listFormerStaff(trx, staff);
      await retireStaff(trx, staff);
      for (const sub of staff) await joinChats(trx, sub);
      const seq = await readChatClock(trx);
      for (const sub of [...staff, ...former]) publish({ type: 'chats-changed', sub, seq });
    },
  };
}

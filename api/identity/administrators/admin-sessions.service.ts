import { ApiError } from '#contract/http/errors.ts';
import type { AdminSessionEntry } from '#contract/http/administrators.ts';
import { isAllowed } from '#contract/account/roles.ts';
import { ADMINISTRATOR } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import type { AdminIdentity } from '../../http/access.ts';
import type { Database } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import { ADMIN_IDLE_MS, ADMIN_LONGEST_MS } from '../admin/admin-tokens.ts';
import { endChatSessions } from '../credentials/end-chat-sessions.ts';
import { deleteAdminSession, listAdminSessionRows } from './admin-session.repository.ts';
import type { AdminSessionRow } from './admin-session.repository.ts';

/** Lists and ends sessions of administrators: the caller's own, or all for owners. */
export interface AdminSessions {
  list(caller: AdminIdentity): Promise<AdminSessionEntry[]>;
  /** Returns the id of the session's administrator, if it has one. @throws ApiError not-found */
  end(caller: AdminIdentity, id: string): Promise<string | undefined>;
}

export function createAdminSessions(database: Database, write: Write, now: () => number): AdminSessions {
  const listVisible = async ({ person, roles }: AdminIdentity): Promise<AdminSessionRow[]> => {
    const atMs = now();
    const rows = await listAdminSessionRows(database.reader, atMs - ADMIN_LONGEST_MS, atMs - ADMIN_IDLE_MS);
    return isAllowed(roles, 'owner') ? rows : rows.filter((row) => row.administrator_id === person?.id);
  };

  return {
    async list(caller) {
      const rows = await listVisible(caller);
      return rows.map(({ id, administrator_id, name, browser, system, network, created_at, used_at }) => ({
        id,
        administrator: administrator_id === null ? null : { id: administrator_id, name: name ?? '' },
        browser,
        system,
        network,
        created_at: new Date(created_at).toISOString(),
        last_used_at: new Date(used_at).toISOString(),
        isCurrent: id === caller.sessionId,
      }));
    },

    async end(caller, id) {
      const row = (await listVisible(caller)).find((session) => session.id === id);
      if (!row) throw new ApiError('not-found');
      await write(async (unit) => {
        const { trx, publish } = unit;
        await deleteAdminSession(trx, id);
        await endChatSessions(unit);
        await recordAudit(trx, {
          at: now(),
          actor: caller.person ?? ADMINISTRATOR,
          action: 'end-admin-session',
          subject: row.administrator_id === null ? '' : `administrator/${row.administrator_id}`,
        });
        publish({ type: 'admin-logged-out' });
      });
      return row.administrator_id ?? undefined;
    },
  };
}

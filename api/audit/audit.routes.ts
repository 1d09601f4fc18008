import { exportAudit, listAudit, listAuditPeople } from '#contract/http/audit.ts';
import type { AuditEntry } from '#contract/http/audit.ts';
import { AUDIT_PAGE_SIZE, MAX_AUDIT_EXPORT } from '#contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { actorOf } from './actor.ts';
import { listAuditActors, listAuditRows, recordAudit } from './audit.repository.ts';
import type { AuditRow } from './audit.repository.ts';

/** Creates the routes that list and export what administrators did. */
export function createAuditRoutes(
  context: Pick<AppContext, 'config' | 'database' | 'write' | 'security' | 'now'>,
): Route[] {
  const { config, database, write, security, now } = context;
  return [
    route(listAudit, async ({ query: { limit = AUDIT_PAGE_SIZE, ...filter } }) => {
      const rows = await listAuditRows(database.reader, filter, limit);
      return { entries: rows.map(toEntry) };
    }),

    route(listAuditPeople, async () => ({ people: await listAuditActors(database.reader) })),

    route(exportAudit, async ({ body: filter }, caller) => {
      const actor = actorOf(caller, config.adminUserIds);
      const rows = await listAuditRows(database.reader, filter, MAX_AUDIT_EXPORT + 1);
      const entries = rows.slice(0, MAX_AUDIT_EXPORT).map(toEntry);
      const count = entries.length;
      await write(({ trx }) =>
        recordAudit(trx, { at: now(), actor, action: 'export-audit', subject: '', after: { count } }),
      );
      security.note({
        name: 'personal-data-exported',
        request: caller.source,
        actor: actor.id ?? undefined,
        detail: { count },
      });
      return { entries, more: rows.length > count };
    }),
  ];
}

function toEntry({ at, before, after, ...row }: AuditRow): AuditEntry {
  return {
    ...row,
    at: new Date(at).toISOString(),
    before: JSON.parse(before) as Record<string, unknown>,
    after: JSON.parse(after) as Record<string, unknown>,
  };
}

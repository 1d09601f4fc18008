import { listAudit } from '#contract/http/admin-products.ts';
import { AUDIT_PAGE_SIZE } from '#contract/limits.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { Database } from '../storage/database.ts';
import { listAuditRows } from './audit.repository.ts';

/** Creates the route that lists changes by administrators in pages. */
export function createAuditRoutes({ reader }: Database): Route[] {
  return [
    route(listAudit, async ({ query: { before, limit = AUDIT_PAGE_SIZE } }) => {
      const rows = await listAuditRows(reader, before, limit);
      return {
        entries: rows.map((row) => ({
          ...row,
          at: new Date(row.at).toISOString(),
          before: JSON.parse(row.before) as Record<string, unknown>,
          after: JSON.parse(row.after) as Record<string, unknown>,
        })),
      };
    }),
  ];
}

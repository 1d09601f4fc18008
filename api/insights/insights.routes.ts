import { ApiError } from '#contract/http/errors.ts';
import { getInsights } from '#contract/http/insights.ts';
import type { ServerFigures } from '#contract/http/insights.ts';
import { MAX_SESSION_DAYS, SESSION_DAYS } from '#contract/limits.ts';
import { isAllowed } from '#contract/account/roles.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { Queryable } from '../storage/database.ts';
import {
  countAppVersions,
  countUnansweredChats,
  listUnansweredChats,
  selectMostWatched,
} from './insights.repository.ts';

const DAY_MS = 86_400_000;

/** Creates the route of the figures that only the server knows: sums, and chats without names and messages. */
export function createInsightRoutes({ database, now }: Pick<AppContext, 'database' | 'now'>): Route[] {
  return [
    route(getInsights, (_call, { administrator }) => {
      if (!administrator) throw new ApiError('unauthorized');
      const { roles } = administrator;
      return database.reader.transaction().execute(async (trx) => ({
        chats: isAllowed(roles, 'chat') ? await readChats(trx) : null,
        watched: isAllowed(roles, 'catalogue') ? await readWatched(trx) : null,
        versions: isAllowed(roles, 'owner') ? await readVersions(trx, now()) : null,
      }));
    }),
  ];
}

async function readChats(db: Queryable): Promise<ServerFigures['chats']> {
  const rows = await listUnansweredChats(db);
  return {
    total: await countUnansweredChats(db),
    rows: rows.map((row) => ({ ...row, waiting_since: new Date(row.waiting_since).toISOString() })),
  };
}

async function readWatched(db: Queryable): Promise<ServerFigures['watched']> {
  const byShop = [];
  for (const shop of SHOP_KEYS) byShop.push(...(await selectMostWatched(db, shop).execute()));
  return byShop;
}

async function readVersions(db: Queryable, nowMs: number): Promise<ServerFigures['versions']> {
  const rows = await countAppVersions(db, nowMs - MAX_SESSION_DAYS * DAY_MS, nowMs - SESSION_DAYS * DAY_MS);
  return rows.map((row) => ({ ...row, last_used_at: new Date(row.last_used_at).toISOString() }));
}

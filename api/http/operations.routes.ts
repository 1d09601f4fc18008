import { ApiError } from '#contract/errors.ts';
import { getHealth, getReadiness } from '#contract/http/health.ts';
import type { Database } from '../storage/database.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

/** Probes within this time share one check of the database. */
const CHECK_VALID_MS = 1_000;

/** Creates the routes of liveness and readiness probes. */
export function createOperationsRoutes(database: Database, isDraining: () => boolean): Route[] {
  const checkDatabase = memoizeFor(CHECK_VALID_MS, async () => ({
    database: await canRead(database),
    durable: await database.isDurable().catch(() => false),
  }));
  return [
    route(getHealth, () => ({ status: 'ok' as const })),
    route(getReadiness, async () => {
      const checks = { accepting: !isDraining(), ...(await checkDatabase()) };
      const failing = Object.entries(checks).filter(([, isGood]) => !isGood);
      if (failing.length > 0) {
        const names = failing.map(([name]) => name).join(', ');
        throw new ApiError('not-ready', `Not ready: ${names}.`, { retryAfterSeconds: 5 });
      }
      return { status: 'ok' as const, checks, figures: database.wal ? { wal_bytes: database.wal.bytes() } : {} };
    }),
  ];
}

function memoizeFor<T>(durationMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly atMs: number; readonly result: Promise<T> } | undefined;
  return () => {
    const atMs = performance.now();
    if (!last || atMs - last.atMs > durationMs) last = { atMs, result: read() };
    return last.result;
  };
}

async function canRead(database: Database): Promise<boolean> {
  try {
    await database.reader.selectFrom('meta').select('key').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

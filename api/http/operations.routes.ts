import { ApiError } from '#contract/http/errors.ts';
import { getHealth, getReadiness } from '#contract/http/health.ts';
import type { Database } from '../storage/database.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

/** Probes within this time share one check of the database. */
const CHECK_VALID_MS = 1_000;

export interface OperationsOptions {
  readonly database: Database;
  /** Returns whether each part that a server can do without is there, by name. */
  readonly checkOptional: () => Readonly<Record<string, boolean>>;
  readonly isDraining: () => boolean;
}

/** Creates the routes of liveness and readiness probes. A server without an optional part is degraded, and ready. */
export function createOperationsRoutes({ database, checkOptional, isDraining }: OperationsOptions): Route[] {
  const checkDatabase = memoizeFor(CHECK_VALID_MS, async () => ({
    database: await canRead(database),
    durable: await database.isDurable().catch(() => false),
  }));
  return [
    route(getHealth, () => ({ status: 'ok' as const })),
    route(getReadiness, async () => {
      const needed = { accepting: !isDraining(), ...(await checkDatabase()) };
      const optional = checkOptional();
      const failing = listFailing(needed);
      if (failing.length > 0) {
        const names = failing.join(', ');
        throw new ApiError('not-ready', `Not ready: ${names}.`, { retryAfterSeconds: 5 });
      }
      return {
        status: listFailing(optional).length > 0 ? ('degraded' as const) : ('ok' as const),
        checks: { ...needed, ...optional },
        figures: database.wal ? { wal_bytes: database.wal.bytes() } : {},
      };
    }),
  ];
}

const listFailing = (checks: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(checks).filter((name) => checks[name] === false);

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

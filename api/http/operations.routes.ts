import { ApiError } from '#contract/http/errors.ts';
import { getHealth, getReadiness } from '#contract/http/health.ts';
import type { AppContext } from '../app-context.ts';
import type { ServerModule } from '../server-module.ts';
import type { Database } from '../storage/database.ts';
import { route } from './route.ts';

/** Probes within this time share one check of the database. */
const CHECK_VALID_MS = 1_000;

/**
 * Creates the routes of liveness and readiness probes. A failing optional service makes the server degraded, not
 * unready.
 */
export function createOperations(
  { database, bus, buckets }: Pick<AppContext, 'database' | 'bus' | 'buckets'>,
  isDraining: () => boolean,
): ServerModule {
  const checkDatabase = memoizeFor(CHECK_VALID_MS, async () => ({
    database: await canRead(database),
    durable: await database.isDurable().catch(() => false),
  }));
  const routes = [
    route(getHealth, () => ({ status: 'ok' as const })),
    route(getReadiness, async () => {
      const needed = { accepting: !isDraining(), ...(await checkDatabase()) };
      const optional = checkCarrier({ bus, buckets });
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
  return { routes };
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

/** Returns the name of the service that connects the nodes, and whether it works; empty on a single node. */
function checkCarrier({ bus, buckets }: Pick<AppContext, 'bus' | 'buckets'>): Record<string, boolean> {
  const { carrier, isConnected } = bus.health();
  return carrier === undefined ? {} : { [carrier]: isConnected && buckets.isHealthy() };
}

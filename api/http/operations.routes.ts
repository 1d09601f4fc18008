import { ApiError } from '#contract/errors.ts';
import { getHealth, getReadiness } from '#contract/http/operations.ts';
import type { Database } from '../storage/database.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

/** What an operator's probes ask. */
export function createOperationsRoutes(database: Database, isDraining: () => boolean): Route[] {
  return [
    route(getHealth, () => ({ status: 'ok' as const })),
    route(getReadiness, async () => {
      const checks = {
        accepting: !isDraining(),
        database: await canRead(database),
        durable: database.isDurable(),
      };
      const failing = Object.entries(checks).filter(([, isGood]) => !isGood);
      if (failing.length > 0) {
        throw new ApiError('not-ready', `Not ready: ${failing.map(([name]) => name).join(', ')}.`, {
          retryAfterSeconds: 5,
        });
      }
      return { status: 'ok' as const, checks };
    }),
  ];
}

async function canRead(database: Database): Promise<boolean> {
  try {
    await database.reader.selectFrom('meta').select('key').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

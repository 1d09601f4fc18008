import type { Database } from './database.ts';
import type { EventBus } from './events/event-bus.ts';

/** Interval of checks of a database file; a check costs next to nothing. */
const FILE_INTERVAL_MS = 250;
/** Interval of checks of a database server; a check costs a query. */
const SERVER_INTERVAL_MS = 2_000;

/** Reports a gap whenever another process may have committed, until the returned function is called. `onError` gets each failed check. */
export async function watchForeignWrites(
  database: Pick<Database, 'mark' | 'source'>,
  bus: Pick<EventBus, 'reportGap'>,
  onError: (error: unknown) => void,
): Promise<() => void> {
  /** Undefined once a check has failed, so that the next one reports a gap: it may find another database with the same mark. */
  let seen: string | undefined = await database.mark();
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      const current = await database.mark();
      if (current === seen) return;
      seen = current;
      bus.reportGap();
    } catch (error) {
      seen = undefined;
      onError(error);
    } finally {
      isChecking = false;
    }
  };
  const intervalMs = database.source.engine === 'sqlite' ? FILE_INTERVAL_MS : SERVER_INTERVAL_MS;
  const timer = setInterval(() => void check(), intervalMs).unref();
  return () => clearInterval(timer);
}

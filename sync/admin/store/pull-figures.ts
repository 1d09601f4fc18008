import { ApiError } from '#contract/http/errors.ts';
import { getInsights } from '#contract/http/insights.ts';
import { ask } from '../../database/answer.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { isWithin } from '../../database/stored-time.ts';
import type { AdminSession } from '../admin-session.ts';
import { SERVER_DATA } from './admin-store.ts';
import type { AdminStore } from './admin-store.ts';

/** Fetches and stores the server's figures, unless the stored ones are younger than `olderThanMs`. `now`: device time in ms. @throws as ApiClient */
export async function pullFigures(
  store: AdminStore,
  session: AdminSession,
  now: () => number,
  { signal, olderThanMs = 0 }: { readonly signal?: AbortSignal; readonly olderThanMs?: number } = {},
): Promise<undefined> {
  const known = await store.run((database) => readMeta(database, 'insights'));
  if (known && isWithin(known.receivedAtMs, olderThanMs, now())) return;
  const answer = await ask(store, SERVER_DATA, () =>
    session.call(getInsights, {}, signal ? { signal } : {}).catch((error: unknown) => {
      // A server version that lacks this call, as after a rollback.
      if (error instanceof ApiError && error.code === 'not-found') return undefined;
      throw error;
    }),
  );
  await answer.store(async (database, figures) => {
    if (figures) await writeMeta(database, 'insights', { ...figures, receivedAtMs: now() });
  });
}

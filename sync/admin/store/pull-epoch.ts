import { getOwnAccess } from '#contract/http/administrators.ts';
import { ask } from '../../database/answer.ts';
import type { AdminSession } from '../admin-session.ts';
import type { AdminDatabase } from './admin-database.ts';
import type { AdminStore } from './admin-store.ts';
import { noteEpoch, readEpoch, UNKNOWN_EPOCH } from './operations-table.ts';

interface PullEpochOptions {
  readonly store: AdminStore;
  readonly session: AdminSession;
  readonly signal: AbortSignal;
}

/** Asks for the server's epoch, as every administrator may, and notes it. Returns whether it replaces another one. @throws as ApiClient */
export async function pullEpoch({ store, session, signal }: PullEpochOptions): Promise<boolean> {
  const answer = await ask(store, EPOCH, () => session.call(getOwnAccess, {}, { signal }));
  const isReplaced = await answer.store(async (database, { epoch }, { known }) => {
    // Older servers do not name it.
    if (epoch === undefined || epoch === known) return false;
    await noteEpoch(database, epoch);
    return known !== UNKNOWN_EPOCH;
  });
  return isReplaced ?? false;
}

const EPOCH = {
  tables: ({ meta }: AdminDatabase) => [meta],
  read: async (database: AdminDatabase) => ({ known: await readEpoch(database) }),
};

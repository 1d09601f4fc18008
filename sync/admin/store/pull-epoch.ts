import { getOwnAccess } from '#contract/http/administrators.ts';
import { ask } from '../../database/answer.ts';
import type { AdminSession } from '../admin-session.ts';
import type { AdminDatabase } from './admin-database.ts';
import type { AdminStore } from './admin-store.ts';
import { notePosition, readEpoch, UNKNOWN_EPOCH } from './operations-table.ts';

interface PullEpochOptions {
  readonly store: AdminStore;
  readonly session: AdminSession;
  readonly signal: AbortSignal;
}

/** Asks for the position of the server's data, as every administrator may, and notes it. Returns whether its epoch replaces another one. @throws as ApiClient */
export async function pullEpoch({ store, session, signal }: PullEpochOptions): Promise<boolean> {
  const answer = await ask(store, EPOCH, async () => {
    await session.call(getOwnAccess, {}, { signal });
    return session.position;
  });
  const isReplaced = await answer.store(async (database, position, { known }) => {
    // Older servers do not give one.
    if (position === undefined) return false;
    await notePosition(database, position);
    return known !== UNKNOWN_EPOCH && known !== (await readEpoch(database));
  });
  return isReplaced ?? false;
}

const EPOCH = {
  tables: ({ meta }: AdminDatabase) => [meta],
  read: async (database: AdminDatabase) => ({ known: await readEpoch(database) }),
};

import { getOwnAccess } from '#contract/http/administrators.ts';
import { ask } from '../../database/answer.ts';
import type { AdminSession } from '../admin-session.ts';
import type { AdminDatabase } from './admin-database.ts';
import type { AdminStore } from './admin-store.ts';
import { notePosition, readEpoch } from './operations-table.ts';

interface PullEpochOptions {
  readonly store: AdminStore;
  readonly session: AdminSession;
  readonly signal: AbortSignal;
}

/** Asks for the position of the server's data, as every administrator may, and notes it with its epoch. @throws as ApiClient */
export async function pullEpoch({ store, session, signal }: PullEpochOptions): Promise<void> {
  const answer = await ask(store, EPOCH, async () => {
    await session.call(getOwnAccess, {}, { signal });
    return session.position;
  });
  await answer.store(async (database, position) => {
    // Older servers do not give a position.
    if (position !== undefined) await notePosition(database, position);
  });
}

const EPOCH = {
  tables: ({ meta }: AdminDatabase) => [meta],
  read: async (database: AdminDatabase) => ({ known: await readEpoch(database) }),
};

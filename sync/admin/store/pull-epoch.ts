import { getOwnAccess } from '#contract/http/administrators.ts';
import type { AdminSession } from '../admin-session.ts';
import type { AdminStore } from './admin-store.ts';
import { UNKNOWN_EPOCH } from './operations-table.ts';

interface PullEpochOptions {
  readonly store: AdminStore;
  readonly session: AdminSession;
  readonly signal: AbortSignal;
}

/** Asks for the server's epoch, as every administrator may, and notes it. Returns whether it replaces another one. @throws as ApiClient */
export async function pullEpoch({ store, session, signal }: PullEpochOptions): Promise<boolean> {
  const { epoch } = await session.call(getOwnAccess, {}, { signal });
  const known = await store.epoch();
  // Older servers do not name it.
  if (epoch === undefined || epoch === known) return false;
  await store.noteEpoch(epoch);
  return known !== UNKNOWN_EPOCH;
}

import { useOpenAdminData, useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import type { SyncProblem } from '#sync/api/sync-problem.ts';

export interface AdminOutbox {
  /** Oldest first. */
  readonly entries: readonly AdminEntry[];
  /** Number of entries that need a decision. */
  readonly undecided: number;
  /** Problem of the last sync; null if it succeeded. */
  readonly problem: SyncProblem | null;
  readonly sendNow: () => void;
  readonly sendAgain: (op: number) => void;
  readonly discard: (op: number) => void;
}

const ignore = (): void => undefined;

/** Returns the live outbox of this device and its actions. */
export function useAdminOutbox(): AdminOutbox {
  const data = useOpenAdminData();
  const { api } = useAdminEngine();
  const entries = useAdminData((rows) => rows.outbox()) ?? [];
  const syncState = useAdminData((rows) => rows.state());
  return {
    entries,
    problem: syncState?.problem ?? null,
    undecided: entries.filter(({ state }) => state !== 'waiting').length,
    sendNow: () => void api.sync().catch(ignore),
    sendAgain: (op) => void data?.sendAgain(op).catch(ignore),
    discard: (op) => void data?.discard(op).catch(ignore),
  };
}

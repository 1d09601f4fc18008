import { useOpenAdminData, useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import type { AdminEntry } from '#sync/admin/admin-api.ts';
import type { SyncProblem } from '#sync/worker/engine-api.ts';

export interface AdminOutbox {
  /** Oldest first. */
  readonly entries: readonly AdminEntry[];
  /** How many of them wait for a person. */
  readonly undecided: number;
  /** Why the last exchange failed; null when it did not. */
  readonly problem: SyncProblem | null;
  readonly sendNow: () => void;
  readonly sendAgain: (op: number) => void;
  readonly discard: (op: number) => void;
}

const ignore = (): void => undefined;

/** What this device has not been able to send yet, live, and what can be done about it. */
export function useAdminOutbox(): AdminOutbox {
  const data = useOpenAdminData();
  const { api } = useAdminEngine();
  const entries = useAdminData((rows) => rows.outbox()) ?? [];
  const exchange = useAdminData((rows) => rows.state());
  return {
    entries,
    problem: exchange?.problem ?? null,
    undecided: entries.filter(({ state }) => state !== 'waiting').length,
    sendNow: () => void api.sync().catch(ignore),
    sendAgain: (op) => void data?.sendAgain(op).catch(ignore),
    discard: (op) => void data?.discard(op).catch(ignore),
  };
}

import type { StorageUsage } from '#pwa/platform/storage/storage-usage.ts';
import type { AccountSyncState, OutboxEntry } from '#sync/account/account-api.ts';
import type { SyncStatus } from '#sync/worker/engine-api.ts';

/** What is known on this device when something goes wrong. */
export interface DiagnosticFacts {
  readonly nowMs: number;
  readonly isOnline: boolean;
  readonly userAgent: string;
  readonly hasServiceWorker: boolean;
  readonly storage: StorageUsage | undefined;
  readonly shops: readonly SyncStatus[];
  readonly account: AccountSyncState | undefined;
  readonly outbox: readonly OutboxEntry[];
}

/** The facts for whoever looks into a problem, as text. Says what was done and how it ended, never who did it or with what. */
export function writeDiagnostics({ nowMs, outbox, ...facts }: DiagnosticFacts): string {
  const operations = outbox.map(({ op, mutation, createdAtMs, refusal }) => ({
    op,
    name: mutation.name,
    ageSeconds: Math.round((nowMs - createdAtMs) / 1_000),
    // The words of a refusal may name what was ordered.
    refusedWith: refusal?.code ?? null,
  }));
  return `${JSON.stringify({ writtenAt: new Date(nowMs).toISOString(), ...facts, operations }, null, 2)}\n`;
}

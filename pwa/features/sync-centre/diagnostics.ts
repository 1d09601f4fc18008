import type { StorageUsage } from './storage-usage.ts';
import type { AccountSyncState, OutboxEntry } from '#sync/api/account-api.ts';
import type { SyncStatus } from '#sync/api/engine-api.ts';

/** The state of this device for a support request. */
export interface DiagnosticFacts {
  readonly nowMs: number;
  readonly isOnline: boolean;
  readonly userAgent: string;
  readonly hasServiceWorker: boolean;
  readonly storage: StorageUsage | undefined;
  /** Whether the device has no room for the app's own files; `shops` reports the same for the catalogues. */
  readonly isAppTooLarge: boolean;
  readonly shops: readonly SyncStatus[];
  readonly account: AccountSyncState | undefined;
  readonly outbox: readonly OutboxEntry[];
}

/** Formats the facts as JSON for support. Contains operations and their results, but no personal data, titles or ids of products. */
export function writeDiagnostics({ nowMs, outbox, ...facts }: DiagnosticFacts): string {
  const operations = outbox.map(({ id, mutation, createdAtMs, rejection }) => ({
    id,
    name: mutation.name,
    ageSeconds: Math.round((nowMs - createdAtMs) / 1_000),
    // The code only: the details of a rejection may name the product.
    rejectedWith: rejection?.code ?? null,
  }));
  return `${JSON.stringify({ writtenAt: new Date(nowMs).toISOString(), ...facts, operations }, null, 2)}\n`;
}

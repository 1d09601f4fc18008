import { findDataKind } from '#contract/service-worker/data-use.ts';
import type { DataKind } from '#contract/service-worker/data-use.ts';
import { addDataUse } from './data-use-store.ts';

/** Bytes that arrive within this time are stored together. */
const STORE_AFTER_MS = 500;

/** Counts the bytes that this page or worker receives over the network. `isOwn` returns false for entries that another context counts. */
export function countDataUse(isOwn: (entry: PerformanceResourceTiming) => boolean = () => true): void {
  const { origin } = self.location;
  let pending = new Map<DataKind, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = (): void => {
    timer = undefined;
    const bytes = pending;
    pending = new Map();
    // A device whose storage is full or blocked counts nothing.
    addDataUse(bytes).catch(() => undefined);
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const url = new URL(entry.name, origin);
      if (entry.transferSize === 0 || url.origin !== origin || !isOwn(entry)) continue;
      const kind = findDataKind(url.pathname);
      pending.set(kind, (pending.get(kind) ?? 0) + entry.transferSize);
    }
    if (pending.size > 0) timer ??= setTimeout(store, STORE_AFTER_MS);
  });
  for (const type of ['resource', 'navigation'])
    if (PerformanceObserver.supportedEntryTypes.includes(type)) observer.observe({ type, buffered: true });
}

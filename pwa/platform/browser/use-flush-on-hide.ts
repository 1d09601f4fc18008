import { useEffect } from 'react';
import { onEvents } from './on-events.ts';

type Flush = () => unknown;

/** How long a reload waits for pending saves. */
const MAX_WAIT_MS = 2_000;

const flushes = new Set<Flush>();

/** Calls `flush` when the page is hidden, shown again or left, and when the component unmounts or `flush` changes. `flush` may return a promise. */
export function useFlushOnHide(flush: Flush): void {
  useEffect(() => {
    const onHide = (): void => void flush();
    flushes.add(flush);
    const stops = [onEvents(globalThis, ['pagehide'], onHide), onEvents(document, ['visibilitychange'], onHide)];
    return () => {
      flushes.delete(flush);
      for (const stop of stops) stop();
      flush();
    };
  }, [flush]);
}

/** Calls every `flush` before a reload of the page; resolves when all have ended, or after some seconds. */
export async function flushHidden(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.allSettled([...flushes].map(async (flush) => flush())), late]);
}

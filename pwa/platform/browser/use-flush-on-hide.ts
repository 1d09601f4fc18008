import { useEffect } from 'react';

type Flush = () => unknown;

/** How long a reload waits for what is being saved. */
const MAX_WAIT_MS = 2_000;

const flushes = new Set<Flush>();

/** Calls `flush` when the page is hidden or left, and when the component unmounts or `flush` changes. It may return a promise. */
export function useFlushOnHide(flush: Flush): void {
  useEffect(() => {
    const onHide = (): void => void flush();
    flushes.add(flush);
    addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      flushes.delete(flush);
      removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [flush]);
}

/** Saves all that waits to be saved, for a page that is about to reload; resolves when it is stored, or after some seconds. */
export async function flushHidden(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.allSettled([...flushes].map(async (flush) => flush())), late]);
}

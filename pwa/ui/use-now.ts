import { useEffect, useState } from 'react';

/** The present time in ms, renewed after `tickMs`. What is newer than the last tick counts as now. */
export function useNow(tickMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return nowMs;
}

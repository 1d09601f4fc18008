import { useEffect, useState } from 'react';

/** Returns the current time in ms, refreshed every `tickMs`: up to `tickMs` old. */
export function useNow(tickMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return nowMs;
}

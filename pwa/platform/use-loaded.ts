import { useCallback, useEffect, useRef, useState } from 'react';
import { onEvents } from './browser/on-events.ts';
import type { CallResult } from '#sync/api/calls.ts';

/** The last value that a call returned, undefined until there is one, and whether the last call failed. */
export type Loaded<T> = ReturnType<typeof useLoaded<T>>;

/** Calls the server when the component mounts and when the network is back. `load` must be stable. */
export function useLoaded<T>(load: () => Promise<CallResult<T>>) {
  const [value, setValue] = useState<T>();
  const [hasFailed, setFailed] = useState(false);
  const lastCall = useRef(0);

  /** Calls again; the value stays meanwhile. */
  const reload = useCallback(async (): Promise<void> => {
    lastCall.current += 1;
    const number = lastCall.current;
    const result = await load().catch(() => ({ ok: false }) as const);
    // A later call replaces this one.
    if (number !== lastCall.current) return;
    setFailed(!result.ok);
    if (result.ok) setValue(result.value);
  }, [load]);
  useEffect(() => {
    const start = (): void => void reload();
    start();
    return onEvents(globalThis, ['online'], start);
  }, [reload]);
  return { value, hasFailed, reload };
}

import { useState } from 'react';
import { useLoaded } from '#pwa/platform/use-loaded.ts';
import type { Loaded } from '#pwa/platform/use-loaded.ts';
import type { CallResult } from '#sync/api/calls.ts';

export interface Sessions<Session> {
  readonly sessions: Loaded<readonly Session[]>;
  readonly isBusy: boolean;
  /** Whether the last log-out failed. */
  readonly hasFailed: boolean;
  /** Runs a log-out and resolves to whether it worked. Reloads the list, unless `isAll` has logged out this device as well. */
  readonly end: (call: () => Promise<CallResult<undefined>>, isAll?: boolean) => Promise<boolean>;
}

/** Loads a list of sessions and ends some of them. `load` must be stable. */
export function useSessions<Session>(
  load: () => Promise<CallResult<{ readonly sessions: readonly Session[] }>>,
): Sessions<Session> {
  const sessions = useLoaded(load);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const end = async (call: () => Promise<CallResult<undefined>>, isAll = false): Promise<boolean> => {
    setBusy(true);
    const result = await call().catch(() => ({ ok: false, problem: 'device-error' }) as const);
    // Another device may have ended the session meanwhile.
    const isGone = !result.ok && result.problem === 'rejected' && result.code === 'not-found';
    setFailed(!result.ok && !isGone);
    if (!isAll || !result.ok) await sessions.reload();
    setBusy(false);
    return result.ok || isGone;
  };
  return { sessions: { ...sessions, value: sessions.value?.sessions }, isBusy, hasFailed, end };
}

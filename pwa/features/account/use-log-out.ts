import { useCallback } from 'react';
import { clearSession } from '#pwa/platform/session.ts';
import { useSync } from '#pwa/platform/use-sync.ts';
import { useUserData } from '#pwa/platform/use-user-data.ts';

/** Logging out, and how much of what the user did the server has not got yet; undefined until that is known. */
export function useLogOut(): { readonly unsentCount: number | undefined; readonly logOut: () => Promise<void> } {
  const { engine } = useSync();
  const unsentCount = useUserData(async (data) => (await data.outbox()).length);
  // Whatever fails: from then on this device shows nobody's data.
  const logOut = useCallback((): Promise<void> => engine.signOut().finally(clearSession), [engine]);
  return { unsentCount, logOut };
}

import { useCallback } from 'react';
import { unsubscribeFromPush } from '#pwa/platform/service-worker/push.ts';
import { clearSession, findUser } from '#pwa/platform/session/session.ts';
import { clearShipping } from '#pwa/platform/storage/stored-shipping.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';

/** Logging out, and how much of what the user did the server has not got yet; undefined until that is known. */
export function useLogOut(): { readonly unsentCount: number | undefined; readonly logOut: () => Promise<void> } {
  const { account } = useSync();
  const unsentCount = useUserData(async (data) => (await data.outbox()).length);
  const logOut = useCallback(async (): Promise<void> => {
    const sub = findUser()?.sub;
    // First of all, in all tabs: from now on this device shows nobody's data, however long the rest takes and whatever of it fails.
    clearSession();
    if (sub === undefined) return;
    clearShipping(sub);
    // Messages about these orders are not for whoever comes next; the server learns it from the push service.
    await Promise.all([account.signOut(sub), unsubscribeFromPush()]);
  }, [account]);
  return { unsentCount, logOut };
}

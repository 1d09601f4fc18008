import { useCallback } from 'react';
import { unsubscribeFromPush } from '#pwa/platform/service-worker/push.ts';
import { clearSession, findUser } from '#pwa/platform/session/session.ts';
import { forgetIntent } from '#pwa/platform/storage/payment-intent.ts';
import { clearShipping } from '#pwa/platform/storage/stored-shipping.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUserData, useUserDataBlocked } from '#pwa/platform/storage/use-user-data.ts';

/** Returns the logout action and the number of unsent operations: undefined until they are read, `unknown` where they cannot be. */
export function useLogOut(): {
  readonly unsentCount: number | 'unknown' | undefined;
  readonly logOut: () => Promise<void>;
} {
  const { account } = useSync();
  const isBlocked = useUserDataBlocked();
  const unsentCount = useUserData((data) =>
    data.outbox().then(
      ({ length }) => length,
      () => 'unknown' as const,
    ),
  );
  const logOut = useCallback(async (): Promise<void> => {
    const sub = findUser()?.sub;
    // Comes first: from now on no tab shows the user's data, even if the steps below take long or fail.
    clearSession();
    if (sub === undefined) return;
    clearShipping(sub);
    forgetIntent({ sub });
    // The next user must not get notifications about these orders. Nothing tells the server: it notices when
    // the push service rejects its next notification.
    await Promise.all([account.signOut(sub), unsubscribeFromPush()]);
  }, [account]);
  return { unsentCount: isBlocked ? 'unknown' : unsentCount, logOut };
}

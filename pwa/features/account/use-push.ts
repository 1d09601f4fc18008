import { useCallback, useEffect, useState } from 'react';
import { readPushState, subscribeToPush, unsubscribeFromPush } from '#pwa/platform/service-worker/push.ts';
import type { PushState } from '#pwa/platform/service-worker/push.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { AccountApi } from '#sync/account/account-api.ts';

/** Messages to this device about the user's orders and chats. */
export interface Push {
  /** Undefined until it is known. */
  readonly state: PushState | undefined;
  readonly isBusy: boolean;
  /** The last attempt came to nothing. */
  readonly hasFailed: boolean;
  /** To be called within a press. */
  readonly turn: (isOn: boolean) => void;
}

export function usePush(): Push {
  const { account } = useSync();
  const [state, setState] = useState<PushState>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const refresh = useCallback(
    (): Promise<void> =>
      readPushState().then(setState, () => {
        setState('unsupported');
      }),
    [],
  );
  useEffect(() => {
    void refresh();
    // Who allows it in the settings of the browser comes back to this page.
    const onVisible = (): void => void (document.visibilityState === 'visible' && refresh());
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [refresh]);

  const turn = useCallback(
    (isOn: boolean): void => {
      setBusy(true);
      setFailed(false);
      (isOn ? turnOn(account) : turnOff(account))
        .catch(() => setFailed(true))
        .then(refresh)
        .finally(() => setBusy(false));
    },
    [account, refresh],
  );
  return { state, isBusy, hasFailed, turn };
}

type PushCalls = Pick<AccountApi, 'pushKey' | 'subscribePush' | 'unsubscribePush'>;

async function turnOn(account: PushCalls): Promise<void> {
  const key = await account.pushKey();
  if (!key.ok) throw new Error('There is no key to subscribe with');
  const subscription = await subscribeToPush(key.value);
  if (!subscription) return;
  const stored = await account.subscribePush(subscription);
  if (stored.ok) return;
  // A subscription that the server does not know would only look as if it worked.
  await unsubscribeFromPush();
  throw new Error('The server did not take the subscription');
}

async function turnOff(account: PushCalls): Promise<void> {
  const endpoint = await unsubscribeFromPush();
  // Without network the server finds out with its next message: the push service then says that nobody is there.
  if (endpoint !== undefined) await account.unsubscribePush(endpoint);
}

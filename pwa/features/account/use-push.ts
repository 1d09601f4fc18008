import { useCallback, useEffect, useState } from 'react';
import { readPushState, subscribeToPush, unsubscribeFromPush } from '#pwa/platform/service-worker/push.ts';
import type { PushState } from '#pwa/platform/service-worker/push.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { AccountCalls } from '#sync/api/account-api.ts';

/** Notifications on this device about the user's orders and chats. */
export interface Push {
  /** Undefined until known. */
  readonly state: PushState | undefined;
  readonly isBusy: boolean;
  /** Whether the last attempt failed. */
  readonly hasFailed: boolean;
  /** Must be called in a click handler. */
  readonly turn: (isOn: boolean) => void;
}

export function usePush(): Push {
  const { calls } = useSync().account;
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
    // The user may have changed the permission in the browser's settings meanwhile.
    const onVisible = (): void => void (document.visibilityState === 'visible' && refresh());
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [refresh]);

  const turn = useCallback(
    (isOn: boolean): void => {
      setBusy(true);
      setFailed(false);
      (isOn ? turnOn(calls) : turnOff(calls))
        .catch(() => setFailed(true))
        .then(refresh)
        .finally(() => setBusy(false));
    },
    [calls, refresh],
  );
  return { state, isBusy, hasFailed, turn };
}

async function turnOn(calls: AccountCalls): Promise<void> {
  const key = await calls.getPushKey({});
  if (!key.ok) throw new Error('no key for a push subscription');
  const subscription = await subscribeToPush(key.value.key);
  if (!subscription) return;
  const stored = await calls.subscribePush({ body: subscription });
  if (stored.ok) return;
  // A subscription unknown to the server would look active without delivering anything.
  await unsubscribeFromPush();
  throw new Error('push subscription not accepted by the server');
}

async function turnOff(calls: AccountCalls): Promise<void> {
  const endpoint = await unsubscribeFromPush();
  // Offline, this call fails, and the server notices only when the push service rejects its next notification.
  if (endpoint !== undefined) await calls.unsubscribePush({ body: { endpoint } });
}

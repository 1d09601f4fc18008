import { useEffect, useRef } from 'react';
import { renewPush } from '#pwa/features/account/renew-push.ts';
import { SignInDialog } from '#pwa/features/account/sign-in-dialog.tsx';
import { showAppBadge } from '#pwa/platform/browser/app-badge.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { cancelSignInRequest, signInRequest } from '#pwa/platform/session/sign-in-request.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { onLive } from '#pwa/platform/engine/on-live.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { loadDeclaredParts } from '#pwa/ui/lazy-part.ts';
import { whenIdle } from '#pwa/ui/when-idle.ts';

const ignore = (): void => undefined;

/** Passes the signed-in user to the engine and shows the sign-in dialog while a request is open. */
export function SessionSync() {
  const sync = useSync();
  const { account } = sync;
  const sub = useUser()?.sub ?? null;
  const hadUser = useRef(false);
  const request = useObservable(signInRequest);

  useEffect(() => {
    // The badge counts a user's chats; a session may also expire while the app is closed.
    if (sub === null) showAppBadge(0);
    if (sub === null && !hadUser.current) return;
    hadUser.current = true;
    // A failed worker has a notice of its own.
    account.setUser(sub).catch(ignore);
    if (sub !== null) renewPush(account.calls).catch(ignore);
  }, [account, sub]);

  useEffect(() => {
    if (sub === null) return undefined;
    // Loads further code ahead: a signed-in user's taps must work without the network even where there is no service worker.
    const over = new AbortController();
    const load = (): void => void loadDeclaredParts(over.signal);
    const cancelIdle = whenIdle(load);
    addEventListener('online', load, { signal: over.signal });
    const stop = onLive(sync, load);
    return () => {
      cancelIdle();
      stop();
      over.abort();
    };
  }, [sync, sub]);

  return request && <SignInDialog reason={request.reason} onClose={cancelSignInRequest} />;
}

import { useEffect, useRef } from 'react';
import { SignInDialog } from '#pwa/features/account/sign-in-dialog.tsx';
import { showAppBadge } from '#pwa/platform/browser/app-badge.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { cancelSignInRequest, signInRequest } from '#pwa/platform/session/sign-in-request.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';

const ignore = (): void => undefined;

/** Tells the engine who is signed in, and asks a visitor to sign in when something needs a user. */
export function SessionSync() {
  const { account } = useSync();
  const sub = useUser()?.sub ?? null;
  const hadUser = useRef(false);
  const request = useObservable(signInRequest);

  useEffect(() => {
    // Nobody's chats are unread once their user has gone, be it that the session has run out while the app was closed.
    if (sub === null) showAppBadge(0);
    if (sub === null && !hadUser.current) return;
    hadUser.current = true;
    // A worker that failed is told by its own notice.
    account.setUser(sub).catch(ignore);
  }, [account, sub]);

  return request && <SignInDialog reason={request.reason} onClose={cancelSignInRequest} />;
}

import type { ReactNode } from 'react';
import { usePush } from '#pwa/features/account/use-push.ts';
import { pushMessages } from '#pwa/messages/en/notifications.ts';
import { watchMessages } from '#pwa/messages/en/watch.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { Button } from '#pwa/ui/button.tsx';

/** Returns why there are no notifications of watched products on this device, with a button if it can turn them on; null when they are on. */
export function useMissingForWatches(): ReactNode {
  const user = useUser();
  const { state, isBusy, hasFailed, turn } = usePush();
  if (state === 'unsupported') return <p>{pushMessages.unsupported}</p>;
  if (state === 'needs-install') return <p>{pushMessages.needsInstall}</p>;
  if (!user) {
    return (
      <>
        <p>{watchMessages.signIn}</p>
        <Button onClick={() => void requestSignIn()}>{watchMessages.logIn}</Button>
      </>
    );
  }
  if (state === 'denied') return <p>{pushMessages.denied}</p>;
  if (state === 'on') return null;
  return (
    <>
      <p role="status">{hasFailed ? pushMessages.failed : watchMessages.turnOn}</p>
      <Button look="primary" disabled={isBusy || state === undefined} onClick={() => turn(true)}>
        {watchMessages.notify}
      </Button>
    </>
  );
}

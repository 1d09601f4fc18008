import { useState } from 'react';
import { useLogOut } from '#pwa/features/account/use-log-out.ts';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { Button } from '#pwa/ui/button.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';

const loadPanel = lazyPart(() => import('#pwa/features/sessions/sessions-panel.tsx'));

/** The button that opens the list of devices on which the user is logged in. */
export function DevicesButton() {
  const [isOpen, setOpen] = useState(false);
  const panel = useLazyModule(loadPanel, isOpen);
  const { unsentCount, logOut } = useLogOut();
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {accountMessages.devices}
      </Button>
      {isOpen && panel && (
        <panel.SessionsPanel
          unsentHint={describeUnsent(unsentCount)}
          onAllEnded={() => void logOut().catch(() => undefined)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function describeUnsent(count: number | 'unknown' | undefined): string | undefined {
  if (count === 'unknown') return accountMessages.mayBeUnsent;
  return count ? accountMessages.unsent(count) : undefined;
}

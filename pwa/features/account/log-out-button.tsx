import { useState } from 'react';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { useLogOut } from './use-log-out.ts';

const ignore = (): void => undefined;

/** Logs out; asks first when something would be lost. Works without network, too. */
export function LogOutButton() {
  const { unsentCount, logOut } = useLogOut();
  const [isAsking, setAsking] = useState(false);
  const leave = (): void => void logOut().catch(ignore);
  return (
    <>
      <Button onClick={() => (unsentCount ? setAsking(true) : leave())}>{lazyMessages.account.logOut}</Button>
      {isAsking && (
        <ConfirmDialog
          title={lazyMessages.account.logOutQuestion}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{lazyMessages.account.stay}</Button>
              <Button look="primary" onClick={leave}>
                {lazyMessages.account.logOutAnyway}
              </Button>
            </>
          }
          onClose={() => setAsking(false)}
        >
          <p>{lazyMessages.account.unsent(unsentCount ?? 0)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

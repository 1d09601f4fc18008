import { useState } from 'react';
import { accountMessages } from '#pwa/messages/en/account.ts';
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
      <Button onClick={() => (unsentCount ? setAsking(true) : leave())}>{accountMessages.logOut}</Button>
      {isAsking && (
        <ConfirmDialog
          title={accountMessages.logOutQuestion}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{accountMessages.stay}</Button>
              <Button look="primary" onClick={leave}>
                {accountMessages.logOutAnyway}
              </Button>
            </>
          }
          onClose={() => setAsking(false)}
        >
          <p>{accountMessages.unsent(unsentCount ?? 0)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

import { useState } from 'react';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { useLogOut } from './use-log-out.ts';

const ignore = (): void => undefined;

/** The button that logs out, online or offline. Asks for confirmation when unsent changes would be lost. */
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
          <p>{unsentCount === 'unknown' ? accountMessages.mayBeUnsent : accountMessages.unsent(unsentCount ?? 0)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

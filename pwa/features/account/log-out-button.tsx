import { useEffect, useState } from 'react';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { useLogOut } from './use-log-out.ts';

const ignore = (): void => undefined;

/** The button that logs out, online or offline. Asks for confirmation when unsent changes may be lost. */
export function LogOutButton() {
  const { unsentCount, logOut } = useLogOut();
  const [isPressed, setPressed] = useState(false);
  // A press waits until the page has counted the unsent operations; as soon as there are none, the user is logged out.
  const isLeaving = isPressed && unsentCount === 0;
  useEffect(() => {
    if (isLeaving) void logOut().catch(ignore);
  }, [isLeaving, logOut]);
  const cancel = (): void => setPressed(false);
  return (
    <>
      <Button aria-busy={isPressed} onClick={() => setPressed(true)}>
        {accountMessages.logOut}
      </Button>
      {isPressed && unsentCount !== undefined && unsentCount !== 0 && (
        <ConfirmDialog
          title={accountMessages.logOutQuestion}
          actions={
            <>
              <Button onClick={cancel}>{accountMessages.stay}</Button>
              <Button look="destructive" onClick={() => void logOut().catch(ignore)}>
                {accountMessages.logOutAnyway}
              </Button>
            </>
          }
          onClose={cancel}
        >
          <p>{unsentCount === 'unknown' ? accountMessages.mayBeUnsent : accountMessages.unsent(unsentCount)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

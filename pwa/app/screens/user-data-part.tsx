import { SignInDialog } from '#pwa/features/account/sign-in-dialog.tsx';
import { useLogOut } from '#pwa/features/account/use-log-out.ts';
import { YourData } from '#pwa/features/privacy/your-data.tsx';

/** The part of a screen with which a signed-in user downloads and deletes their data. */
export function UserDataPart() {
  const { logOut } = useLogOut();
  return (
    <YourData logOut={logOut} renderSignIn={(reason, onClose) => <SignInDialog reason={reason} onClose={onClose} />} />
  );
}

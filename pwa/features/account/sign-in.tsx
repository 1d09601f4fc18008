import { signInMessages } from '#pwa/messages/en/account.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { frameMessages } from '#pwa/messages/en/frame.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { DemoUsers } from './demo-users.tsx';
import { GoogleButton } from './google-button.tsx';
import styles from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

/** The sign-in of this shop: the identity provider's button or the demo users. A failure shows an error and a retry button. */
export function SignIn() {
  const { options, isBusy, problem, submitCredential, reportProviderFailure, tryAgain } = useSignIn();
  return (
    <div className={styles['signIn']} aria-busy={isBusy}>
      {problem ? (
        <div className={styles['problem']} role="alert">
          <p>{problem}</p>
          <p>{signInMessages.worksWithout}</p>
          <Button onClick={tryAgain}>{noticeMessages.tryAgain}</Button>
        </div>
      ) : (
        <>
          {!options && (
            <p className={styles['loading']} role="status">
              <Spinner />
              {frameMessages.screens.loading}
            </p>
          )}
          {options?.provider === 'none' && <p>{signInMessages.notSetUp}</p>}
          {options?.provider === 'google' && options.clientId !== null && (
            <GoogleButton
              clientId={options.clientId}
              nonce={options.nonce}
              onCredential={submitCredential}
              onFailed={reportProviderFailure}
            />
          )}
          {options?.provider === 'demo' && (
            <DemoUsers isBusy={isBusy} onCredential={submitCredential} onFailed={reportProviderFailure} />
          )}
        </>
      )}
    </div>
  );
}

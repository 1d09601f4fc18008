import { signInMessages } from '#pwa/messages/en/account.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { screenMessages } from '#pwa/messages/en/states.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { DemoUsers } from './demo-users.tsx';
import { GoogleButton } from './google-button.tsx';
import styles from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';
import type { SignInState } from './use-sign-in.ts';

/** The sign-in of this shop: the identity provider's button or the demo users. A failure shows an error and a retry button. */
export const SignIn = () => <SignInChoices state={useSignIn()} />;

/** `SignIn` for callers that need its state before they show it. */
export function SignInChoices({ state }: { readonly state: SignInState }) {
  const { provider, isBusy, problem, submitCredential, reportProviderFailure, tryAgain } = state;
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
          {!provider && (
            <p className={styles['loading']} role="status">
              <Spinner />
              {screenMessages.loading}
            </p>
          )}
          {provider?.name === 'none' && <p>{signInMessages.notSetUp}</p>}
          {provider?.name === 'google' && (
            <GoogleButton
              clientId={provider.clientId}
              nonce={provider.nonce}
              onCredential={submitCredential}
              onFailed={reportProviderFailure}
            />
          )}
          {provider?.name === 'demo' && (
            <DemoUsers
              users={provider.users}
              isBusy={isBusy}
              onCredential={submitCredential}
              onFailed={reportProviderFailure}
            />
          )}
        </>
      )}
    </div>
  );
}

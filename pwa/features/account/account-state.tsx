import { accountMessages } from '#pwa/messages/en/account.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './account-state.module.css';
import { useAccountState } from './use-account-state.ts';

/** What the user should know of how account and server stand; nothing when all is well. */
export function AccountState() {
  const isOnline = useOnline();
  const account = useAccountState();
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles['line']}>
          <Icon name="offline" />
          {accountMessages.offline(account?.waitingCount ?? 0)}
        </p>
      )}
      {isOnline && account?.needsSignIn && (
        <div className={styles['line']}>
          <p>{accountMessages.signInAgain(account.waitingCount)}</p>
          <Button onClick={() => void requestSignIn('', true)}>{accountMessages.logIn}</Button>
        </div>
      )}
      {isOnline && !account?.needsSignIn && account?.problem && (
        <p className={styles['line']}>{noticeMessages.problems[account.problem]}</p>
      )}
    </div>
  );
}

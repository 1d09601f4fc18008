import { isStaffSub } from '#contract/account/staff.ts';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './account-state.module.css';
import { useUserData, useUserDataBlocked } from '#pwa/platform/storage/use-user-data.ts';

/** Notices about the sync state of the user's data: storage blocked, offline, session expired or a problem; empty when synced. */
export function AccountState() {
  const isOnline = useOnline();
  const isBlocked = useUserDataBlocked();
  const account = useUserData(async (data) => {
    const state = await data.state();
    return {
      ...state,
      sub: data.sub,
      pendingCount: (await data.outbox()).filter(({ rejection }) => rejection === null).length,
    };
  });
  return (
    <div role="status">
      {isBlocked && <p className={styles['line']}>{accountMessages.storageBlocked}</p>}
      {!isOnline && (
        <p className={styles['line']}>
          <LazyIcon name="offline" />
          {accountMessages.offline(account?.pendingCount ?? 0)}
        </p>
      )}
      {isOnline && account?.needsSignIn && !isStaffSub(account.sub) && (
        <div className={styles['line']}>
          <p>{accountMessages.signInAgain(account.pendingCount)}</p>
          <Button onClick={() => void requestSignIn('', true)}>{accountMessages.logIn}</Button>
        </div>
      )}
      {isOnline && !account?.needsSignIn && account?.problem && (
        <p className={styles['line']}>{noticeMessages.problems[account.problem]}</p>
      )}
    </div>
  );
}

import { useState } from 'react';
import { ACCOUNT_PATH, ORDER_PARAMETER } from '#contract/screens/screens.ts';
import { useRejectedCount } from '#pwa/features/sync-centre/use-rejected-count.ts';
import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { accountTab } from '#pwa/platform/browser/account-navigation.ts';
import { usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { isSyncCentreOpen } from '#pwa/app/frame/sync-centre-state.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import styles from './app-notices.module.css';

/** Reports rejected operations until they are resolved or the notice is dismissed; further ones show it again. */
export function RejectedNotice() {
  const tab = useObservable(accountTab);
  const hasOrder = new URLSearchParams(useSearch()).has(ORDER_PARAMETER);
  const count = useRejectedCount(usePathname() === ACCOUNT_PATH && tab === 'orders' && !hasOrder);
  const [seen, setSeen] = useState(0);
  if (count < seen) setSeen(count);
  if (count <= seen) return null;
  return (
    <div className={styles['notice']}>
      <p className={styles['text']}>{syncCentreMessages.rejectedNotice(count)}</p>
      <div className={styles['tools']}>
        <Button
          look="quiet"
          onClick={() => {
            setSeen(count);
            isSyncCentreOpen.set(true);
          }}
        >
          {syncCentreMessages.look}
        </Button>
        <IconButton icon="close" label={noticeMessages.dismiss} onClick={() => setSeen(count)} />
      </div>
    </div>
  );
}

import { useState } from 'react';
import { useRejectedCount } from '#pwa/features/sync-centre/use-rejected-count.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { ACCOUNT_PATH, accountTab } from '#pwa/platform/browser/account-navigation.ts';
import { usePathname } from '#pwa/platform/browser/navigation.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { isSyncCentreOpen } from '#pwa/app/frame/sync-centre-state.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import styles from './app-notices.module.css';

/** Says that the server refused something, until it is dealt with or put out of sight; more of it is news again. */
export function RejectedNotice() {
  const tab = useObservable(accountTab);
  const count = useRejectedCount(usePathname() === ACCOUNT_PATH && tab === 'orders');
  const [seen, setSeen] = useState(0);
  if (count < seen) setSeen(count);
  if (count <= seen) return null;
  return (
    <div className={styles['notice']}>
      <p className={styles['text']}>{lazyMessages.syncCentre.refusedNotice(count)}</p>
      <div className={styles['tools']}>
        <Button
          look="quiet"
          onClick={() => {
            setSeen(count);
            isSyncCentreOpen.set(true);
          }}
        >
          {lazyMessages.syncCentre.look}
        </Button>
        <IconButton icon="close" label={lazyMessages.notices.dismiss} onClick={() => setSeen(count)} />
      </div>
    </div>
  );
}

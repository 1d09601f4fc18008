import { useState } from 'react';
import { useRefusedCount } from '#pwa/features/sync-centre/use-refused-count.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { ACCOUNT_PATH, useAccountTab } from '#pwa/platform/account-address.ts';
import { usePathname } from '#pwa/platform/navigation.ts';
import { switchSyncCentre } from '#pwa/platform/sync-centre-switch.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import styles from './app-notices.module.css';

/** Says that the server refused something, until it is dealt with or put out of sight; more of it is news again. */
export function RefusedNotice() {
  const tab = useAccountTab();
  const count = useRefusedCount(usePathname() === ACCOUNT_PATH && tab === 'orders');
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
            switchSyncCentre(true);
          }}
        >
          {lazyMessages.syncCentre.look}
        </Button>
        <IconButton icon="close" label={lazyMessages.notices.dismiss} onClick={() => setSeen(count)} />
      </div>
    </div>
  );
}

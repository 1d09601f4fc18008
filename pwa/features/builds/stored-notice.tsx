import { useSyncExternalStore } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { storedBuilds } from '#pwa/platform/storage/stored-builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './stored-notice.module.css';

/** What is wrong with the stored builds: parts that could not be read, or a browser without room. */
export function StoredNotice() {
  const damage = useSyncExternalStore(storedBuilds.subscribe, storedBuilds.damage);
  const isKept = useSyncExternalStore(storedBuilds.subscribe, storedBuilds.isKept);
  return (
    <>
      {!isKept && (
        <p role="alert" className={styles['notice']}>
          {buildMessages.notKept}
        </p>
      )}
      {damage && (
        <div role="alert" className={styles['notice']}>
          <p>
            {damage.isUnreadable
              ? buildMessages.unreadableStorage
              : buildMessages.damaged(damage.lostBuilds, damage.lostParts)}
          </p>
          <Button onClick={() => saveTextFile('damaged-builds.json', damage.text, 'application/json')}>
            {buildMessages.saveCopy}
          </Button>
          <Button look="quiet" onClick={() => storedBuilds.dismissDamage()}>
            {buildMessages.dismiss}
          </Button>
        </div>
      )}
    </>
  );
}

import { useSyncExternalStore } from 'react';
import { storageMessages } from '#pwa/messages/en/storage.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import type { StoredHealth } from '#pwa/platform/storage/stored-value.ts';
import { Button } from './button.tsx';
import styles from './stored-notice.module.css';

interface StoredNoticeProps {
  readonly stored: StoredHealth;
  /** The message that is shown when the browser has no room for changes. */
  readonly full?: string;
  /** Returns what was lost, from the damaged texts. */
  readonly describeDamage?: (texts: readonly string[]) => string;
  /** Name of the file that a copy of the damaged texts is saved as. */
  readonly fileName?: string;
}

/** Says what is wrong with a stored value: parts cannot be read, the browser has no room, or a newer release has written it. */
export function StoredNotice({
  stored,
  full = storageMessages.full,
  describeDamage,
  fileName = '',
}: StoredNoticeProps) {
  const problem = useSyncExternalStore(stored.subscribe, stored.problem);
  const texts = useSyncExternalStore(stored.subscribe, stored.damagedTexts);
  return (
    <>
      {problem && (
        <p role="alert" className={styles['notice']}>
          {problem === 'full' ? full : storageMessages.newer}
        </p>
      )}
      {describeDamage && texts.length > 0 && (
        <div role="alert" className={styles['notice']}>
          <p>{describeDamage(texts)}</p>
          <Button onClick={() => saveTextFile(fileName, JSON.stringify(texts), 'application/json')}>
            {storageMessages.saveCopy}
          </Button>
          <Button look="quiet" onClick={() => stored.dismissDamage()}>
            {storageMessages.dismiss}
          </Button>
        </div>
      )}
    </>
  );
}

import { compareMessages } from '#pwa/messages/en/compare.ts';
import { Button } from '#pwa/ui/button.tsx';
import { StoredNotice } from '#pwa/ui/stored-notice.tsx';
import type { ComparedProducts } from './compare-url.ts';
import { storedComparison } from './stored-comparison.ts';
import styles from './compare-notes.module.css';

interface CompareNotesProps {
  readonly query: ComparedProducts;
  /** The device's own comparison; undefined when it is the one on the screen. */
  readonly stored: readonly number[] | undefined;
  readonly onKeep: () => void;
  readonly onShowOwn: () => void;
}

/** Notes about a link: how many of its products are not shown, and how to keep a shared comparison. */
export function CompareNotes({ query, stored, onKeep, onShowOwn }: CompareNotesProps) {
  const hasOwn = stored !== undefined && stored.length > 0;
  return (
    <div className={styles['notes']}>
      <StoredNotice stored={storedComparison} />
      {query.leftOut > 0 && <p>{compareMessages.leftOut(query.leftOut)}</p>}
      {query.unreadable > 0 && <p>{compareMessages.unreadable(query.unreadable)}</p>}
      {stored && (
        <div className={styles['shared']}>
          <p>
            {compareMessages.shared} {hasOwn && compareMessages.keepReplaces(stored.length)}
          </p>
          <Button onClick={onKeep}>{compareMessages.keep}</Button>
          {hasOwn && (
            <Button look="quiet" onClick={onShowOwn}>
              {compareMessages.showOwn}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

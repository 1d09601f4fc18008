import type { ReactNode } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { isFull, toggleCompared, useStoredComparison } from './stored-comparison.ts';
import styles from './compare-action.module.css';

interface CompareActionProps {
  readonly shop: ShopKey;
  readonly id: number;
  /** Renders the link to the comparison. */
  readonly renderLink: (ids: readonly number[], text: string) => ReactNode;
}

/** The action of an open product: adds it to the comparison or removes it, and leads to the comparison. */
export function CompareAction({ shop, id, renderLink }: CompareActionProps) {
  const ids = useStoredComparison(shop);
  const isCompared = ids.includes(id);
  const isRejected = isFull(ids) && !isCompared;
  return (
    <>
      <Button aria-pressed={isCompared} aria-disabled={isRejected} onClick={() => toggleCompared(shop, id)}>
        <LazyIcon name={isCompared ? 'check' : 'compare'} />
        {isCompared ? compareMessages.inComparison : compareMessages.compare}
      </Button>
      {ids.length > 1 && (isCompared || isRejected) && renderLink(ids, compareMessages.open(ids.length))}
      <p role="status" className={styles['status']}>
        {isRejected && compareMessages.full}
        {isCompared && ids.length === 1 && compareMessages.addOneMore}
      </p>
    </>
  );
}

import type { ShopKey } from '#contract/shops.ts';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { isFull, toggleCompared, useStoredComparison } from './stored-comparison.ts';
import toggleStyles from '#pwa/ui/round-toggle.module.css';
import styles from './compare-toggle.module.css';

interface CompareToggleProps {
  readonly shop: ShopKey;
  readonly id: number;
  readonly title: string;
}

/**
 * Adds a card's product to the comparison or removes it. Until a comparison has begun, the button is visible only on hover and with the
 * keyboard's focus.
 */
export function CompareToggle({ shop, id, title }: CompareToggleProps) {
  const ids = useStoredComparison(shop);
  const isCompared = ids.includes(id);
  // A rejected button stays in place, because it may have the focus; the tray says why the button does nothing.
  const isRejected = isFull(ids) && !isCompared;
  return (
    <button
      type="button"
      className={classNames(toggleStyles['toggle'], styles['toggle'], ids.length === 0 && styles['quiet'])}
      aria-pressed={isCompared}
      aria-label={compareMessages.compareProduct(title)}
      aria-disabled={isRejected}
      title={isRejected ? compareMessages.full : compareMessages.compare}
      onClick={() => toggleCompared(shop, id)}
    >
      <LazyIcon name={isCompared ? 'check' : 'compare'} />
    </button>
  );
}

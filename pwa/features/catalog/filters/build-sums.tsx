import type { Cents } from '#contract/money/money.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { formatTotal } from '#pwa/messages/format-total.ts';
import type { SubcategoryCount } from '#sync/api/engine-api.ts';
import styles from './panels.module.css';

/** The price total of a PC build and, if any of its products has a typical price, the total of the typical prices. */
export const BuildSums = ({ entry }: { readonly entry: SubcategoryCount }) => (
  <span className={styles['sums']}>
    {entry.typical_price_sum_cents > 0 && (
      <>
        <span>{catalogMessages.builds.typicalTotal}</span> <span>{formatSum(entry.typical_price_sum_cents)}</span>{' '}
      </>
    )}
    <span>{catalogMessages.builds.total}</span> <strong>{formatSum(entry.price_sum_cents)}</strong>
  </span>
);

/** Returns an amount with its cents, `$1,299.50` in English. */
const formatSum = (cents: number): string => catalogMessages.builds.amount(formatTotal(cents as Cents));

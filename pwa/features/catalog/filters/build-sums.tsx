import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import type { SubcategoryCount } from '#sync/worker/engine-api.ts';
import styles from './panels.module.css';

/** The total prices of a PC build; the typical one only where a product has a typical price. */
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

/** Formats cents as dollars, always with two decimals: `$1299.50`. */
const formatSum = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

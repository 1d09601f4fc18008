import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { ProductGridSkeleton } from './product-grid.tsx';
import styles from './catalog.module.css';

/** A search without an exact match, while close ones are looked for. */
export const NoMatchView = ({
  search,
  renderSkeleton,
}: {
  readonly search: string;
  readonly renderSkeleton: () => ReactNode;
}) => (
  <>
    <p className={styles['noMatch']}>{messages.categories.noMatch(search)}</p>
    <ProductGridSkeleton renderSkeleton={renderSkeleton} />
  </>
);

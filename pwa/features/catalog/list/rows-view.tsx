import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './catalog.module.css';

/** Enough skeleton rows to fill a screen, and enough cards in each to fill a row. */
const SKELETON_ROWS = 3;
const SKELETON_CARDS = 8;

/** The rows of a start screen, one below the other. */
export const RowsView = ({ isCurrent, children }: { readonly isCurrent: boolean; readonly children: ReactNode }) => (
  <div className={classNames(styles['rows'], !isCurrent && styles['pending'])} aria-busy={!isCurrent}>
    {children}
  </div>
);

/** Rows of skeletons, until the first cards are loaded. */
export const RowsSkeleton = ({ renderSkeleton }: { readonly renderSkeleton: () => ReactNode }) => (
  <Skeleton label={messages.states.loading} className={styles['rows']}>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <div key={row} className={styles['row']}>
        <div className={styles['rowHead']} />
        <div className={classNames(styles['strip'], styles['still'])}>
          {Array.from({ length: SKELETON_CARDS }, (_unused, card) => (
            <div key={card}>{renderSkeleton()}</div>
          ))}
        </div>
      </div>
    ))}
  </Skeleton>
);

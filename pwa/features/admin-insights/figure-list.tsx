import { useState } from 'react';
import type { ReactNode } from 'react';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './figure-list.module.css';
import { NoFigures } from './insight-part.tsx';

export interface FigureItem {
  readonly key: string;
  /** The name of what the figure is about, usually as a link to it. */
  readonly name: ReactNode;
  readonly value: string;
  readonly more?: string | undefined;
}

interface FigureListProps {
  readonly items: readonly FigureItem[];
  /** Number of all items; `items` holds only the first ones if there are many. */
  readonly total: number;
  readonly empty: string;
}

/** Rows that are shown before the user asks for the rest. */
const FIRST_ROWS = 8;

/** Names with their figures, the most important first. */
export function FigureList({ items, total, empty }: FigureListProps) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return <NoFigures>{empty}</NoFigures>;
  const shown = isWhole ? items : items.slice(0, FIRST_ROWS);
  return (
    <>
      <ol className={styles['list']}>
        {shown.map(({ key, name, value, more }) => (
          <li key={key} className={styles['item']}>
            <span className={styles['name']}>{name}</span>
            <span className={styles['value']}>
              {value}
              {more !== undefined && <small>{more}</small>}
            </span>
          </li>
        ))}
      </ol>
      {isWhole && total > items.length && (
        <p className={styles['note']}>{adminInsightMessages.firstOf(items.length, total)}</p>
      )}
      {items.length > FIRST_ROWS && (
        <Button look="quiet" aria-expanded={isWhole} className={styles['toggle']} onClick={() => setWhole(!isWhole)}>
          {isWhole ? adminInsightMessages.showFewer : adminInsightMessages.showAll(total)}
        </Button>
      )}
    </>
  );
}

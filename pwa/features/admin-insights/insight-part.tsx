import { useId } from 'react';
import type { ReactNode } from 'react';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './insight-part.module.css';
import { saveTable } from './insights-csv.ts';
import type { CsvTable } from './insights-csv.ts';

interface InsightPartProps {
  readonly title: string;
  readonly hint?: string | undefined;
  /** The part's figures as a table; without it, there is no button to save them. */
  readonly table?: CsvTable | undefined;
  readonly children: ReactNode;
}

/** A part of the page with its heading and a button that saves its figures. */
export function InsightPart({ title, hint, table, children }: InsightPartProps) {
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {table && table.rows.length > 0 && (
          <Button look="quiet" aria-label={adminInsightMessages.csvOf(title)} onClick={() => saveTable(table)}>
            {adminInsightMessages.csv}
          </Button>
        )}
      </header>
      {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      {children}
    </section>
  );
}

/** A text in place of missing figures of a part. */
export const NoFigures = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['none']}>{children}</p>
);

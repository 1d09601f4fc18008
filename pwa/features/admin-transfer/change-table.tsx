import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import type { ChangedRow } from './import-report.ts';
import { MAX_SHOWN } from './remark-table.tsx';
import styles from './transfer.module.css';

interface ChangeTableProps {
  readonly rows: readonly ChangedRow[];
  readonly isDone: boolean;
}

/** The products that the imported rows change: each changed field with its value before and after. */
export function ChangeTable({ rows, isDone }: ChangeTableProps) {
  const { changes, changesDone, field, before, after, changeOf, morePlaces } = adminTransferMessages;
  return (
    <section className={styles['rows']}>
      <h3>{isDone ? changesDone : changes}</h3>
      <table className={styles['changes']}>
        <thead>
          <tr>
            <th scope="col">{field}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <tbody key={row.row}>
            <tr>
              <th scope="rowgroup" colSpan={3} dir="auto">
                {changeOf(row)}
              </th>
            </tr>
            {row.changes.map((change) => (
              <tr key={change.field}>
                <td>{change.field}</td>
                <Value text={change.before} />
                <Value text={change.after} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {rows.length > MAX_SHOWN && <p>{morePlaces(rows.length - MAX_SHOWN)}</p>}
    </section>
  );
}

const Value = ({ text }: { readonly text: string }) => (
  <td dir="auto">{text === '' ? <span className={styles['empty']}>{adminTransferMessages.empty}</span> : text}</td>
);

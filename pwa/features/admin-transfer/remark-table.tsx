import { toCsvLine } from '#transfer/csv-cell.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { RowRemark } from './import-report.ts';
import styles from './transfer.module.css';

/** Maximum number of rows that a table shows; the file of rejected rows contains all of them. */
export const MAX_SHOWN = 100;

interface RowsProps {
  readonly rows: readonly RowRemark[];
}

/** The rows that are not imported, with the reasons, and a button that saves them as a file. */
export function RejectedRows({ rows }: RowsProps) {
  const { problems, problemsHint, problemsName, saveProblems } = adminTransferMessages;
  const save = (): void => {
    const cells = [
      ['row', 'line', 'field', 'reason'],
      ...rows.map(({ row, line = '', field, reason }) => [String(row), String(line), field, reason]),
    ];
    saveTextFile(problemsName, cells.map(toCsvLine).join(''), 'text/csv;charset=utf-8');
  };
  return (
    <section className={styles['rows']}>
      <h3>{problems}</h3>
      <p>{problemsHint}</p>
      <RemarkTable rows={rows} />
      <Button onClick={save}>{saveProblems}</Button>
    </section>
  );
}

/** The cells of imported rows that were left out or read as something else. */
export const NotedRows = ({ rows }: RowsProps) => (
  <section className={styles['rows']}>
    <h3>{adminTransferMessages.notes}</h3>
    <p>{adminTransferMessages.notesHint}</p>
    <RemarkTable rows={rows} />
  </section>
);

function RemarkTable({ rows }: RowsProps) {
  const { row, field, reason, rowPlace, morePlaces } = adminTransferMessages;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{row}</th>
            <th scope="col">{field}</th>
            <th scope="col">{reason}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_SHOWN).map((remark) => (
            <tr key={`${remark.row} ${remark.field} ${remark.reason}`}>
              <td>{rowPlace(remark.row, remark.line)}</td>
              <td>{remark.field}</td>
              <td dir="auto">{remark.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_SHOWN && <p>{morePlaces(rows.length - MAX_SHOWN)}</p>}
    </>
  );
}

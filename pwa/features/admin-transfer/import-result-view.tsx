import { toCsvLine } from '#contract/text/csv-cell.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { RejectedRow } from './import-rows.ts';
import styles from './transfer.module.css';
import type { ImportState } from './use-import.ts';

/** Maximum number of rejected rows on the screen; the downloaded file contains all of them. */
const MAX_SHOWN = 100;
const OUTCOMES = ['added', 'changed', 'unchanged', 'rejected'] as const;

interface ImportResultViewProps {
  readonly state: Extract<ImportState, { step: 'checked' | 'imported' }>;
  readonly onStart: () => void;
  readonly onReset: () => void;
}

/** The result of a dry run or an import, and the next steps. */
export function ImportResultView({ state, onStart, onReset }: ImportResultViewProps) {
  const { step, file, report, done, stopReason } = state;
  const isDone = step === 'imported';
  const names = adminTransferMessages[isDone ? 'outcomes' : 'wouldOutcomes'];
  const affected = report.added + report.changed;
  const isIncomplete = done < file.validRows.length;
  return (
    <div className={styles['outcome']}>
      <p>
        <strong>{adminTransferMessages.result(file.name, file.count)}</strong>
      </p>
      {!isIncomplete && <p role="status">{isDone ? adminTransferMessages.did : adminTransferMessages.would}</p>}
      <dl className={styles['counts']}>
        {OUTCOMES.map((outcome) => (
          <div key={outcome} data-outcome={outcome}>
            <dt>{names[outcome]}</dt>
            <dd>{formatNumber(report[outcome])}</dd>
          </div>
        ))}
      </dl>
      {isIncomplete && (
        <div className={styles['problem']} role="alert">
          <p>
            {adminTransferMessages.stopped(done)} {stopReason}
          </p>
        </div>
      )}
      {report.rejectedRows.length > 0 && <RejectedRows rows={report.rejectedRows} />}
      {!isDone && !isIncomplete && affected === 0 && <p>{adminTransferMessages.nothing}</p>}
      <div className={styles['tools']}>
        <Button onClick={onReset}>{adminTransferMessages.another}</Button>
        {isIncomplete && (
          <Button look="primary" onClick={onStart}>
            {adminTransferMessages.goOn}
          </Button>
        )}
        {!isDone && !isIncomplete && affected > 0 && (
          <Button look="primary" onClick={onStart}>
            {adminTransferMessages.import(affected)}
          </Button>
        )}
      </div>
    </div>
  );
}

function RejectedRows({ rows }: { readonly rows: readonly RejectedRow[] }) {
  const { line, field, reason } = adminTransferMessages;
  const save = (): void => {
    const cells = [['line', 'field', 'reason'], ...rows.map((row) => [String(row.line), row.field, row.reason])];
    saveTextFile(adminTransferMessages.problemsName, cells.map(toCsvLine).join(''), 'text/csv;charset=utf-8');
  };
  return (
    <section className={styles['rejected']}>
      <h3>{adminTransferMessages.problems}</h3>
      <p>{adminTransferMessages.problemsHint}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{line}</th>
            <th scope="col">{field}</th>
            <th scope="col">{reason}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_SHOWN).map((row) => (
            <tr key={`${row.line} ${row.field}`}>
              <td>{row.line}</td>
              <td>{row.field}</td>
              <td>{row.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_SHOWN && <p>{adminTransferMessages.morePlaces(rows.length - MAX_SHOWN)}</p>}
      <Button onClick={save}>{adminTransferMessages.saveProblems}</Button>
    </section>
  );
}

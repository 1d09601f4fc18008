import { escapeCsvCell } from '#contract/text/csv-cell.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toCsv } from '#pwa/ui/to-csv.ts';
import type { RejectedRow } from './import-rows.ts';
import styles from './transfer.module.css';
import type { UsedImport } from './use-import.ts';

/** Refused rows that are shown; all of them are in the file. */
const MAX_SHOWN = 100;
const OUTCOMES = ['added', 'changed', 'unchanged', 'rejected'] as const;

interface ImportOutcomeProps {
  readonly state: Extract<UsedImport['state'], { step: 'checked' | 'imported' }>;
  readonly used: Pick<UsedImport, 'start' | 'reset'>;
}

/** What an import would do or has done, and what can be done next. */
export function ImportOutcome({ state: { step, file, report, done, stop }, used }: ImportOutcomeProps) {
  const isDone = step === 'imported';
  const names = adminTransferMessages[isDone ? 'outcomes' : 'wouldOutcomes'];
  const open = report.added + report.changed;
  const isCutOff = done < file.sound.length;
  return (
    <div className={styles['outcome']}>
      <p>
        <strong>{adminTransferMessages.result(file.name, file.count)}</strong>
      </p>
      {!isCutOff && <p role="status">{isDone ? adminTransferMessages.did : adminTransferMessages.would}</p>}
      <dl className={styles['counts']}>
        {OUTCOMES.map((outcome) => (
          <div key={outcome} data-outcome={outcome}>
            <dt>{names[outcome]}</dt>
            <dd>{formatNumber(report[outcome])}</dd>
          </div>
        ))}
      </dl>
      {isCutOff && (
        <div className={styles['problem']} role="alert">
          <p>
            {adminTransferMessages.stopped(done)} {stop}
          </p>
        </div>
      )}
      {report.refused.length > 0 && <RejectedRows rows={report.refused} />}
      {!isDone && !isCutOff && open === 0 && <p>{adminTransferMessages.nothing}</p>}
      <div className={styles['tools']}>
        <Button onClick={used.reset}>{adminTransferMessages.another}</Button>
        {isCutOff && (
          <Button look="primary" onClick={used.start}>
            {adminTransferMessages.goOn}
          </Button>
        )}
        {!isDone && !isCutOff && open > 0 && (
          <Button look="primary" onClick={used.start}>
            {adminTransferMessages.import(open)}
          </Button>
        )}
      </div>
    </div>
  );
}

function RejectedRows({ rows }: { readonly rows: readonly RejectedRow[] }) {
  const { line, field, reason } = adminTransferMessages;
  const save = (): void => {
    const cells = rows.map((row) => [String(row.line), row.field, row.reason].map(escapeCsvCell));
    saveTextFile(
      adminTransferMessages.problemsName,
      toCsv([['line', 'field', 'reason'], ...cells]),
      'text/csv;charset=utf-8',
    );
  };
  return (
    <section className={styles['refused']}>
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

import { useId } from 'react';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ChangeTable } from './change-table.tsx';
import { NotedRows, RejectedRows } from './remark-table.tsx';
import styles from './transfer.module.css';
import type { ImportState } from './use-import.ts';

const OUTCOMES = ['added', 'changed', 'unchanged', 'rejected'] as const;

interface ImportResultViewProps {
  readonly state: Extract<ImportState, { step: 'checked' | 'imported' }>;
  readonly onMatchIds: (idsMatch: boolean) => void;
  readonly onStart: () => void;
  readonly onReset: () => void;
  readonly onChangeMapping: () => void;
}

/** The result of a dry run or an import, and the next steps. */
export function ImportResultView({ state, onMatchIds, onStart, onReset, onChangeMapping }: ImportResultViewProps) {
  const { step, file, report, done, stopReason } = state;
  const isDone = step === 'imported';
  const names = adminTransferMessages[isDone ? 'outcomes' : 'wouldOutcomes'];
  const foretell = file.areOldAddresses ? adminTransferMessages.foretoldAddresses : adminTransferMessages.foretold;
  const affected = report.added + report.changed;
  const isIncomplete = done < file.validRows.length;
  return (
    <div className={styles['outcome']}>
      <p>
        <strong>{adminTransferMessages.result(file.source.name, file.source.count)}</strong>
      </p>
      {!isIncomplete && (
        <p role="status">
          {isDone
            ? adminTransferMessages.did
            : `${adminTransferMessages.would} ${foretell({ ...report, rows: file.source.count })}`}
        </p>
      )}
      <dl className={styles['counts']}>
        {OUTCOMES.map((outcome) => (
          <div key={outcome} data-outcome={outcome}>
            <dt>{names[outcome]}</dt>
            <dd>{formatNumber(report[outcome])}</dd>
          </div>
        ))}
      </dl>
      {report.blank > 0 && <p>{adminTransferMessages.blank(report.blank)}</p>}
      {file.warnings.map((warning) => (
        <p key={warning} className={styles['problem']} role="alert">
          {warning}
        </p>
      ))}
      {isIncomplete && (
        <div className={styles['problem']} role="alert">
          <p>
            {adminTransferMessages.stopped(done)} {stopReason}
          </p>
        </div>
      )}
      {!isDone && !isIncomplete && (file.idsMatch || report.foreignIds > 0) && (
        <IdsChoice count={report.foreignIds} idsMatch={file.idsMatch} onMatchIds={onMatchIds} />
      )}
      {report.rejectedRows.length > 0 && <RejectedRows rows={report.rejectedRows} />}
      {report.notes.length > 0 && <NotedRows rows={report.notes} />}
      {report.changedRows.length > 0 && <ChangeTable rows={report.changedRows} isDone={isDone} />}
      {!isDone && !isIncomplete && affected === 0 && <p>{adminTransferMessages.nothing}</p>}
      <div className={styles['tools']}>
        <Button onClick={onReset}>{adminTransferMessages.another}</Button>
        {!isDone && file.mapping && <Button onClick={onChangeMapping}>{adminTransferMessages.mapping.change}</Button>}
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

interface IdsChoiceProps {
  readonly count: number;
  readonly idsMatch: boolean;
  readonly onMatchIds: (idsMatch: boolean) => void;
}

/** Asks whether the file's ids are those of this shop: ids of another program would overwrite products. */
function IdsChoice({ count, idsMatch, onMatchIds }: IdsChoiceProps) {
  const id = useId();
  return (
    <section className={styles['ids']} aria-labelledby={id}>
      <h3 id={id}>{adminTransferMessages.idsTitle}</h3>
      <p>{idsMatch ? adminTransferMessages.idsMatched : adminTransferMessages.idsSkipped(count)}</p>
      <label>
        <input type="checkbox" checked={idsMatch} onChange={({ target }) => onMatchIds(target.checked)} />
        <span>{adminTransferMessages.idsMatch}</span>
      </label>
    </section>
  );
}

import { useId } from 'react';
import { adminLabelMessages } from '#pwa/messages/en/admin-labels.ts';
import { LABEL_SHEETS, labelsPerSheet } from './label-sheets.ts';
import type { LabelSheet } from './label-sheets.ts';
import styles from './shelf-labels.module.css';

interface SheetChoiceProps {
  readonly sheet: LabelSheet;
  readonly onChoose: (sheet: LabelSheet) => void;
}

/** The choice of a sheet by its paper and the size of its labels. */
export function SheetChoice({ sheet, onChoose }: SheetChoiceProps) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{adminLabelMessages.size}</label>
      <select
        id={id}
        value={sheet.key}
        onChange={(event) => onChoose(LABEL_SHEETS.find(({ key }) => key === event.target.value) ?? sheet)}
      >
        {LABEL_SHEETS.map((row) => (
          <option key={row.key} value={row.key}>
            {adminLabelMessages.sheets[row.paper](labelsPerSheet(row), row.width, row.height)}
          </option>
        ))}
      </select>
    </div>
  );
}

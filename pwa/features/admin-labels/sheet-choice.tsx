import { adminLabelMessages } from '#pwa/messages/en/admin-labels.ts';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { LABEL_SHEETS, labelsPerSheet } from './label-sheets.ts';
import type { LabelSheet } from './label-sheets.ts';

interface SheetChoiceProps {
  readonly sheet: LabelSheet;
  readonly onChoose: (sheet: LabelSheet) => void;
}

/** The choice of a sheet by its paper and the size of its labels. */
export const SheetChoice = ({ sheet, onChoose }: SheetChoiceProps) => (
  <SelectField
    label={adminLabelMessages.size}
    value={sheet.key}
    onChoose={(chosen) => onChoose(LABEL_SHEETS.find(({ key }) => key === chosen) ?? sheet)}
  >
    {LABEL_SHEETS.map((row) => (
      <option key={row.key} value={row.key}>
        {adminLabelMessages.sheets[row.paper](labelsPerSheet(row), row.width, row.height)}
      </option>
    ))}
  </SelectField>
);

import { useId, useState } from 'react';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import { showAmount } from '#pwa/messages/entered-amount.ts';
import { readListValue } from './list-fields.ts';
import type { ListField } from './list-fields.ts';
import styles from './product-list.module.css';

interface InlineFieldProps {
  readonly field: ListField;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

/** A value edited in place: Enter or blur saves it, Escape restores it. */
export function InlineField({ field: { label, kind }, value, isDisabled, onChange }: InlineFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (kind === 'price' ? showAmount(value) : value);
  const read = draft === null ? undefined : readListValue(kind, draft);
  const problem = read && 'problem' in read ? read.problem : undefined;

  const save = (): void => {
    if (!read || 'problem' in read) return;
    setDraft(null);
    if (read.value !== value) onChange(read.value);
  };

  return (
    <div className={styles['inline']}>
      <label htmlFor={id}>{label}</label>
      <input
        className={fieldStyles['input']}
        id={id}
        inputMode={kind === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        disabled={isDisabled}
        value={shown}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className={fieldStyles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

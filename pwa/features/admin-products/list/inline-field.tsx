import { useId, useState } from 'react';
import { findListProblem } from './list-fields.ts';
import type { ListField } from './list-fields.ts';
import styles from './product-list.module.css';

interface InlineFieldProps {
  readonly field: ListField;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

/** A value that is changed in place: Enter or leaving the field takes it, Escape brings the old one back. */
export function InlineField({ field: { label, kind }, value, isDisabled, onChange }: InlineFieldProps) {
  const id = useId();
  const [written, setWritten] = useState<string | null>(null);
  const shown = written ?? value;
  const problem = written === null ? undefined : findListProblem(kind, written.trim());

  const take = (): void => {
    if (written === null || problem !== undefined) return;
    setWritten(null);
    if (written.trim() !== value) onChange(written.trim());
  };

  return (
    <div className={styles['inline']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode={kind === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        disabled={isDisabled}
        value={shown}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => setWritten(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setWritten(null);
        }}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

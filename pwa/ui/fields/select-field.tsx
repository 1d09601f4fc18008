import { useId } from 'react';
import type { ComponentProps } from 'react';
import styles from './text-field.module.css';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly label: string;
  /** A remark after the label, for example that the field is optional. */
  readonly hint?: string | undefined;
  /** The validation error. */
  readonly problem?: string | undefined;
  readonly onChoose: (value: string) => void;
}

/** A choice from a list, with its label above and its validation error below. Its children are the options. */
export function SelectField({ label, hint, problem, onChoose, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        {hint && <span className={styles['hint']}> {hint}</span>}
      </label>
      <select
        {...select}
        id={id}
        className={styles['input']}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {children}
      </select>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

import { useId } from 'react';
import type { ComponentProps } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** The height of a field for several lines; without it, the text is one line. */
  readonly rows?: number | undefined;
  /** A remark after the label, for example that the field is optional. */
  readonly hint?: string | undefined;
  /** The validation error. */
  readonly problem?: string | undefined;
  readonly onText: (text: string) => void;
}

/** A text input with its label above and its validation error below. */
export function TextField({ label, rows, hint, problem, onText, ...input }: TextFieldProps) {
  const id = useId();
  // Only attributes that both elements have are passed.
  const Input = (rows === undefined ? 'input' : 'textarea') as 'input';
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        {hint && <span className={styles['hint']}> {hint}</span>}
      </label>
      <Input
        {...input}
        {...(rows !== undefined && { rows })}
        id={id}
        className={styles['input']}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onText(event.target.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

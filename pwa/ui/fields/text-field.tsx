import { useId } from 'react';
import type { ComponentProps } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** Said behind the label, such as that the field may stay empty. */
  readonly hint?: string | undefined;
  /** What is wrong with what was typed. */
  readonly problem?: string | undefined;
  readonly onText: (text: string) => void;
}

/** One line of text with its name above and what is wrong with it below. */
export function TextField({ label, hint, problem, onText, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        {hint && <span className={styles['hint']}> {hint}</span>}
      </label>
      <input
        {...input}
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

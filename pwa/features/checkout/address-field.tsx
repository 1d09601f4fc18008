import { useId } from 'react';
import type { ComponentProps } from 'react';
import styles from '#pwa/ui/fields/text-field.module.css';

interface AddressFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly label: string;
  /** What else than the street it takes. */
  readonly hint: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
}

/** Street, house and flat in one field of two lines, which browsers fill in as a whole. */
export function AddressField({ label, hint, problem, onText, ...field }: AddressFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        <span className={styles['hint']}> {hint}</span>
      </label>
      <textarea
        {...field}
        id={id}
        rows={2}
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

import { useId, useImperativeHandle, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './floating-field.module.css';
import fieldStyles from './text-field.module.css';

export interface FloatingFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  /** The accessible name of the clear button. */
  readonly clearLabel: string;
  /** The validation error. */
  readonly problem?: string | undefined;
  readonly onText: (text: string) => void;
  /** A popup below the input, over the content that follows. */
  readonly children?: ReactNode;
}

/** A text input with a floating label and a clear button. */
export function FloatingField({
  label,
  value,
  clearLabel,
  problem,
  onText,
  children,
  required,
  ref,
  ...rest
}: FloatingFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const clear = (): void => {
    onText('');
    input.current?.focus();
  };
  return (
    <div className={styles['field']}>
      <div className={styles['line']}>
        <input
          dir="auto"
          autoComplete="off"
          {...rest}
          ref={input}
          id={id}
          className={classNames(fieldStyles['input'], styles['input'])}
          placeholder=" "
          value={value}
          aria-required={required}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ target }) => onText(target.value)}
        />
        <label htmlFor={id} className={classNames(styles['label'], required && styles['required'])}>
          {label}
        </label>
        {value !== '' && !rest.readOnly && (
          // Tab leads to the next field, so that text typed right after it does not go to this button. Keyboard users do not need it.
          <IconButton icon="close" label={clearLabel} className={styles['clear']} tabIndex={-1} onClick={clear} />
        )}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={fieldStyles['problem']}>
          {problem}
        </p>
      )}
      {/* The popup is below the error, which it must not cover. */}
      {children !== undefined && <div className={styles['popup']}>{children}</div>}
    </div>
  );
}

import { useId } from 'react';
import { IconButton } from '../button.tsx';
import { LazyIcon } from '../icons/lazy-icon.tsx';
import styles from './star-input.module.css';

interface StarInputProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Returns the accessible name of a number of stars. */
  readonly nameOf: (stars: number) => string;
  readonly clearLabel: string;
  readonly onValue: (value: number) => void;
}

/** A star rating input with a button that resets it to 0. */
export function StarInput({ label, value, max, nameOf, clearLabel, onValue }: StarInputProps) {
  const name = useId();
  return (
    <fieldset className={styles['field']}>
      <legend>{label}</legend>
      <div className={styles['line']}>
        {Array.from({ length: max }, (_, index) => index + 1).map((stars) => (
          <label key={stars} className={styles['star']} data-on={stars <= value || undefined} title={nameOf(stars)}>
            <input
              type="radio"
              name={name}
              aria-label={nameOf(stars)}
              checked={stars === value}
              onChange={() => onValue(stars)}
            />
            <LazyIcon name="star" />
          </label>
        ))}
        <IconButton icon="close" label={clearLabel} disabled={value === 0} onClick={() => onValue(0)} />
      </div>
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The label beside it. */
  readonly children: ReactNode;
}

/** A switch; a change applies at once. */
export const Switch = ({ isOn, onChange, children }: SwitchProps) => (
  <label className={styles['switch']}>
    <input
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className={styles['track']} aria-hidden="true" />
    <span>{children}</span>
  </label>
);

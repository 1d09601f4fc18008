import type { ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './panels.module.css';

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly kind?: 'main' | 'sub';
  readonly children: ReactNode;
}

/** One line of the sidebar that can be chosen. */
export function Choice({ isChosen, onChoose, kind, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classNames(styles['choice'], kind && styles[kind])}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './panels.module.css';

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly kind?: 'main' | 'sub' | 'build';
  readonly children: ReactNode;
}

/** One toggle button of the sidebar. */
export function Choice({ isChosen, isDisabled = false, onChoose, kind, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classNames(styles['choice'], kind && styles[kind], kind === 'build' && styles['sub'])}
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

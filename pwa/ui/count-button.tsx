import type { ReactElement } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { IconButton } from './button.tsx';
import type { IconName } from './icons/icon.tsx';
import styles from './count-button.module.css';

interface CountButtonProps {
  readonly icon: IconName | ReactElement;
  readonly label: string;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** An icon button that opens a panel and shows a count badge; no badge for 0. */
export function CountButton({ icon, label, count, isOpen, onOpen }: CountButtonProps) {
  return (
    <span className={styles['frame']}>
      <IconButton
        icon={icon}
        label={messages.frame.counted(label, count)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      />
      {count > 0 && (
        <span className={styles['badge']} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  );
}
